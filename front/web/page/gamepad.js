// A game pad: its cross and left stick move, its buttons act. It is asked for its state only while one is connected.

const padDirections = [[12, 'up'], [13, 'down'], [14, 'left'], [15, 'right']];
const padButtons = [[0, 'keep'], [1, 'undo'], [9, 'new']];
const lean = 0.6; // how far the stick must lean

function pressed(pad) {
  const is = new Set([...padDirections, ...padButtons].filter(([i]) => pad.buttons[i]?.pressed).map(([, name]) => name));
  const [x = 0, y = 0] = pad.axes;
  if (Math.max(Math.abs(x), Math.abs(y)) < lean) return is;
  if (Math.abs(x) > Math.abs(y)) is.add(x > 0 ? 'right' : 'left');
  else is.add(y > 0 ? 'down' : 'up');
  return is;
}

// Calls `act(name)` each time something is pressed anew.
export function listenForGamePads(act) {
  const before = new Map();
  let isAsking = false;
  const ask = () => {
    const pads = navigator.getGamepads().filter((pad) => pad?.connected);
    for (const pad of pads) {
      const now = pressed(pad);
      for (const name of now) if (!before.get(pad.index)?.has(name)) act(name);
      before.set(pad.index, now);
    }
    isAsking = pads.length > 0;
    if (isAsking) requestAnimationFrame(ask);
  };
  addEventListener('gamepadconnected', () => {
    if (!isAsking) ask();
  });
}

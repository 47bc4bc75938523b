// Game pads: the cross and the left stick make moves, the buttons do other actions. The state is read only while a game
// pad is connected.

const padDirections = [[12, 'up'], [13, 'down'], [14, 'left'], [15, 'right']];
const padButtons = [[0, 'keep'], [1, 'undo'], [9, 'new']];
// How far the stick must be moved, from 0 to 1.
const stickThreshold = 0.6;

function pressed(pad) {
  const isPressed = ([i]) => pad.buttons[i]?.pressed;
  const names = new Set([...padDirections, ...padButtons].filter(isPressed).map(([, name]) => name));
  const [x = 0, y = 0] = pad.axes;
  if (Math.max(Math.abs(x), Math.abs(y)) < stickThreshold) return names;
  if (Math.abs(x) > Math.abs(y)) names.add(x > 0 ? 'right' : 'left');
  else names.add(y > 0 ? 'down' : 'up');
  return names;
}

const before = new Map();
let isPolling = false;

function poll(act) {
  const pads = navigator.getGamepads().filter((pad) => pad?.connected);
  for (const pad of pads) {
    const now = pressed(pad);
    for (const name of now) if (!before.get(pad.index)?.has(name)) act(name);
    before.set(pad.index, now);
  }
  isPolling = pads.length > 0;
  if (isPolling) requestAnimationFrame(() => poll(act));
}

// Calls `act(name)` each time a button is pressed or the stick is moved, until no game pad is connected.
export function readGamePads(act) {
  if (!isPolling) poll(act);
}

// Turns keys and swipes into directions. What a direction does is decided elsewhere.

const keys = {
  ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left',
  w: 'up', d: 'right', s: 'down', a: 'left',
  k: 'up', l: 'right', j: 'down', h: 'left',
};

// True for a key that writes a character, without Control or Alt.
export function isLetter(event) {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

// The direction of a keydown event; null if the key is not a direction.
export function keyDirection(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return keys[event.key] ?? keys[event.key.toLowerCase()] ?? null;
}

// A finger that has moved this many pixels makes a swipe.
const swipeLength = 18;
// A touch that starts closer to the edge than this makes browsers go back.
const edge = 28;
// Strokes that a target inside of this one has received.
const received = new WeakSet();
// The fingers on the screen, by pointer. While there are two, the user zooms and moves nothing.
const fingers = new Set();

// Listens once to each document, so that no element that was removed stays in memory.
const counted = new WeakSet();

function countFingers(document) {
  if (counted.has(document)) return;
  counted.add(document);
  const watch = (kind, act) => document.addEventListener(kind, (event) => {
    if (event.pointerType === 'touch') act(event.pointerId, event.isPrimary);
  }, true);
  watch('pointerdown', (id, isPrimary) => {
    if (isPrimary) fingers.clear(); // no other finger is on the screen, but one may have been lifted over a frame
    fingers.add(id);
  });
  for (const kind of ['pointerup', 'pointercancel']) watch(kind, (id) => fingers.delete(id));
}

function isForControl(event) {
  const path = event.composedPath(), inside = path.slice(0, path.indexOf(event.currentTarget));
  return inside.some((node) => node.matches?.('a, button, input, select, textarea, dialog, [data-scrolls]'));
}

// Calls `swiped(direction)` once for each stroke of a finger, a pen or a mouse with a pressed button on the target,
// before it ends. The page does not scroll or go back during a stroke. Two fingers do not move anything. With
// `mouse: false` a mouse does not either.
export function listenForSwipes(target, swiped, { mouse = true } = {}) {
  let start = null;
  countFingers(target.ownerDocument);
  target.addEventListener('pointerdown', (event) => {
    start = null;
    const isOther = event.pointerType === 'mouse' ? !mouse || event.button !== 0 : !event.isPrimary;
    if (isOther || received.has(event) || isForControl(event)) return;
    received.add(event);
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    if (event.pointerType === 'mouse') target.setPointerCapture?.(event.pointerId); // the mouse may leave the target
  });
  target.addEventListener('pointermove', (event) => {
    if (fingers.size > 1) start = null;
    if (start?.pointer !== event.pointerId) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    if (Math.max(Math.abs(x), Math.abs(y)) < swipeLength) return;
    start = null;
    if (Math.abs(x) > Math.abs(y)) swiped(x > 0 ? 'right' : 'left');
    else swiped(y > 0 ? 'down' : 'up');
  });
  for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, () => { start = null; });
  target.addEventListener('touchstart', (event) => {
    const x = event.touches[0].clientX, isAtEdge = x < edge || x > innerWidth - edge;
    if (event.cancelable && isAtEdge && event.touches.length === 1 && !isForControl(event)) event.preventDefault();
  }, { passive: false });
  target.addEventListener('touchmove', (event) => {
    if (event.cancelable && event.touches.length === 1 && !isForControl(event)) event.preventDefault();
  }, { passive: false });
}

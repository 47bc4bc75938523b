// Turns keys and swipes into directions. What a direction does is decided elsewhere.

const keys = {
  ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left',
  w: 'up', d: 'right', s: 'down', a: 'left',
  k: 'up', l: 'right', j: 'down', h: 'left',
};

// The direction of a keydown event; null if the key is not a direction.
export function keyDirection(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return keys[event.key] ?? keys[event.key.toLowerCase()] ?? null;
}

// A finger that has moved this many pixels makes a swipe.
const swipeLength = 18;
// A touch that starts closer to the edge than this makes browsers go back.
const edge = 28;

// Calls `swiped(direction)` once for each stroke of a finger or pen on the target, before the finger is lifted. The
// page does not scroll or go back during a stroke.
export function listenForSwipes(target, swiped) {
  let start = null;
  const isControl = (node) => /^(A|BUTTON|INPUT|SELECT)$/.test(node.tagName ?? '');
  const isOnButton = (event) => event.composedPath().some(isControl);
  target.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !event.isPrimary || isOnButton(event)) return;
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  });
  target.addEventListener('pointermove', (event) => {
    if (start?.pointer !== event.pointerId) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    if (Math.max(Math.abs(x), Math.abs(y)) < swipeLength) return;
    start = null;
    if (Math.abs(x) > Math.abs(y)) swiped(x > 0 ? 'right' : 'left');
    else swiped(y > 0 ? 'down' : 'up');
  });
  for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, () => { start = null; });
  target.addEventListener('touchstart', (event) => {
    const x = event.touches[0].clientX;
    if (event.cancelable && (x < edge || x > innerWidth - edge) && !isOnButton(event)) event.preventDefault();
  }, { passive: false });
  target.addEventListener('touchmove', (event) => {
    if (event.cancelable) event.preventDefault();
  }, { passive: false });
}

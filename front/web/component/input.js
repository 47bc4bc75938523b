// Keys and swipes become directions. What a direction does is not known here.

const keys = {
  ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left',
  w: 'up', d: 'right', s: 'down', a: 'left',
  k: 'up', l: 'right', j: 'down', h: 'left',
};

// The direction that a keydown event asks for; null where it asks for something else.
export function keyDirection(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return keys[event.key] ?? keys[event.key.toLowerCase()] ?? null;
}

const reach = 18; // pixels a finger travels until it is a swipe
const edge = 28;  // from here browsers begin the gesture that goes back

// Calls `swiped(direction)` once for each stroke of a finger or pen on the target, as soon as it is one; the finger need
// not be lifted. The page neither scrolls nor goes back meanwhile.
export function listenForSwipes(target, swiped) {
  let start = null;
  const isOnButton = (event) => event.composedPath().some((at) => /^(A|BUTTON|INPUT|SELECT)$/.test(at.tagName ?? ''));
  target.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !event.isPrimary || isOnButton(event)) return;
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  });
  target.addEventListener('pointermove', (event) => {
    if (start?.pointer !== event.pointerId) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    if (Math.max(Math.abs(x), Math.abs(y)) < reach) return;
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

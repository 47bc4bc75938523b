// What the reader chose, remembered between visits and shared between tabs.

const defaults = { theme: 'auto', language: 'auto', arrows: false, speed: 3 };
const listeners = [];
let current = { ...defaults, ...readSettings() };

export function settings() {
  return current;
}

export function onSettings(listener) {
  listeners.push(listener);
  listener(current);
}

function settle() {
  applySettings(current);
  for (const listener of listeners) listener(current);
}

export function changeSettings(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem('eleven-settings', JSON.stringify(current));
  } catch { /* then they last as long as the page */ }
  settle();
}

addEventListener('storage', (event) => {
  if (event.key !== 'eleven-settings') return;
  current = { ...defaults, ...readSettings() };
  settle();
});

for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
  matchMedia(query).addEventListener('change', settle);

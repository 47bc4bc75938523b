// The settings: remembered between visits and shared between tabs.

const defaults = { theme: 'auto', language: 'auto', arrows: false, letters: true, speed: 3, replaySpeed: 1, values: true,
  animation: 'normal', sound: false, haptics: false };
const listeners = [];
let current = { ...defaults, ...readSettings() };

export function settings() {
  return current;
}

export function onSettings(listener) {
  listeners.push(listener);
  return listener(current);
}

function announce() {
  applyTheme(current);
  for (const listener of listeners) listener(current);
}

export function changeSettings(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem('eleven-settings', JSON.stringify(current));
  } catch { /* without storage they last as long as the page */ }
  announce();
}

addEventListener('storage', (event) => {
  if (event.key !== 'eleven-settings') return;
  current = { ...defaults, ...readSettings() };
  announce();
});

for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
  matchMedia(query).addEventListener('change', announce);

// The settings: remembered between visits and shared between tabs.
import { languageNames } from '../component/address.js';

const defaults = { theme: 'auto', language: 'auto', arrows: false, letters: true, speed: 3, replaySpeed: 1, values: true,
  animation: 'normal', sound: false, haptics: false };
const listeners = [];
const namesIn = (id) => [...document.getElementById(id).options].map(({ value }) => value);
const languages = ['auto', 'en', ...languageNames];
const choices = { theme: namesIn('theme'), animation: namesIn('animation'), language: languages };
let current = storedSettings();

// A stored value that the page does not offer counts as the default.
function storedSettings() {
  const stored = readSettings();
  const isKnown = (name) => choices[name]?.includes(stored[name]) ?? typeof stored[name] === typeof defaults[name];
  const known = Object.keys(defaults).filter(isKnown).map((name) => [name, stored[name]]);
  return { ...defaults, ...Object.fromEntries(known) };
}

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
  current = storedSettings();
  announce();
});

for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
  matchMedia(query).addEventListener('change', announce);

// A script that cannot be loaded or run before the page is ready: the page says that it cannot start.
const { dataset } = document.documentElement;
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, ({ target }) => {
    const isScript = target === window || target.tagName === 'SCRIPT';
    if (isScript && !('ready' in dataset)) dataset.failed ??= 'scripts';
  }, true);

// Clicks and keys before the page is ready happen again when it is.
globalThis.earlyEvents = [];
for (const kind of ['click', 'keydown'])
  addEventListener(kind, (event) => {
    if ('ready' in dataset || !event.isTrusted || event.key === 'Tab') return;
    event.stopImmediatePropagation();
    if (kind === 'click') event.preventDefault();
    earlyEvents.push([event.target, new event.constructor(kind, event)]);
  }, true);

// Applies the settings to the page. It runs before the first paint, so that no wrong colours appear. settings.js calls
// it again when the settings change.
globalThis.applyTheme = ({ theme }) => {
  const matches = (query) => matchMedia(`(${query})`).matches;
  const byBrightness = matches('prefers-color-scheme: dark') ? 'dark' : 'original';
  const automatic = matches('prefers-contrast: more') ? 'high-contrast' : byBrightness;
  dataset.theme = /^(original|dark|high-contrast|colour-blind)$/.test(theme) ? theme : automatic;
};
globalThis.readSettings = () => {
  try {
    return JSON.parse(localStorage.getItem('eleven-settings')) ?? {};
  } catch {
    return {}; // there is no storage, or its contents are invalid
  }
};
applyTheme(readSettings());

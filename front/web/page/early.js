// A script that cannot be loaded or run before the page is ready: the page says that it cannot start.
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, ({ target }) => {
    const isScript = target === window || target.tagName === 'SCRIPT';
    const { dataset } = document.documentElement;
    if (isScript && !('ready' in dataset)) dataset.failed ??= 'scripts';
  }, true);

// Applies the settings to the page. It runs before the first paint, so that no wrong colours appear. settings.js calls
// it again when the settings change.
globalThis.applySettings = ({ theme = 'auto', language = 'auto' }) => {
  const matches = (query) => matchMedia(`(${query})`).matches;
  const byBrightness = matches('prefers-color-scheme: dark') ? 'dark' : 'original';
  const automatic = matches('prefers-contrast: more') ? 'high-contrast' : byBrightness;
  document.documentElement.dataset.theme = theme === 'auto' ? automatic : theme;
  document.documentElement.lang = language === 'auto' ? (/^de\b/.test(navigator.language) ? 'de' : 'en') : language;
};
globalThis.readSettings = () => {
  try {
    return JSON.parse(localStorage.getItem('eleven-settings')) ?? {};
  } catch {
    return {}; // there is no storage, or its contents are invalid
  }
};
applySettings(readSettings());

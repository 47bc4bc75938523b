// Puts the reader's settings onto the page. Runs before the first paint, so that nothing flashes; settings.js calls it
// again when they change.
globalThis.applySettings = ({ theme = 'auto', language = 'auto' }) => {
  const asks = (query) => matchMedia(`(${query})`).matches;
  const byLight = asks('prefers-color-scheme: dark') ? 'dark' : 'original';
  const byItself = asks('prefers-contrast: more') ? 'high-contrast' : byLight;
  document.documentElement.dataset.theme = theme === 'auto' ? byItself : theme;
  document.documentElement.lang = language === 'auto' ? (/^de\b/.test(navigator.language) ? 'de' : 'en') : language;
};
globalThis.readSettings = () => {
  try {
    return JSON.parse(localStorage.getItem('eleven-settings')) ?? {};
  } catch {
    return {}; // no storage, or nothing sensible in it
  }
};
applySettings(readSettings());

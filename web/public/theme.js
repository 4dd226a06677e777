// Runs before the first paint, so that a dark page never flashes white. The same key as the theme switch.
(() => {
  const stored = localStorage.getItem('darkMode');
  const dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true';
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

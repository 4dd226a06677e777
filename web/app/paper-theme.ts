const scheme = 'data-mantine-color-scheme';

/** Switches to the light theme for printing, whatever the screen shows. The returned function restores the theme. */
export function printInLightTheme(): () => void {
  const page = document.documentElement;
  let onScreen: string | null = null;
  const begin = () => {
    onScreen = page.getAttribute(scheme);
    page.setAttribute(scheme, 'light');
  };
  const end = () => {
    if (onScreen !== null) page.setAttribute(scheme, onScreen);
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

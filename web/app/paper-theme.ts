const scheme = 'data-mantine-color-scheme';

/** Paper is white: what is printed is drawn in the light theme, whatever the screen shows, until the returned call ends it. */
export function printInTheLight(): () => void {
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

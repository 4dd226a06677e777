const scheme = 'data-mantine-color-scheme';

/** Paper is white: what is printed is drawn in the light theme, whatever the screen shows; call once at the start. */
export function printInTheLight(): void {
  const page = document.documentElement;
  let onScreen: string | null = null;
  window.addEventListener('beforeprint', () => {
    onScreen = page.getAttribute(scheme);
    page.setAttribute(scheme, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (onScreen !== null) page.setAttribute(scheme, onScreen);
  });
}

import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** Storage key of the theme (UX-2); `theme.js` reads the same key before the first paint. */
const darkModeKey = 'darkMode';

function stored(): MantineColorScheme | undefined {
  const value = localStorage.getItem(darkModeKey);
  if (value === null) return undefined;
  return value === 'true' ? 'dark' : 'light';
}

/** Stores the theme as the spec's flag. The system preference applies until the user chooses. */
export function darkModeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  const unsubscribe = () => {
    if (listener) window.removeEventListener('storage', listener);
    listener = undefined;
  };
  return {
    get: (fallback) => stored() ?? fallback,
    set: (value) => localStorage.setItem(darkModeKey, String(value === 'dark')),
    clear: () => localStorage.removeItem(darkModeKey),
    subscribe: (onUpdate) => {
      unsubscribe();
      listener = (event) => {
        if (event.key === darkModeKey) onUpdate(stored() ?? 'auto');
      };
      window.addEventListener('storage', listener);
    },
    unsubscribe,
  };
}

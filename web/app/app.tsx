import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { theme, themeVariables } from '#web/ui/theme.ts';
import { darkModeManager } from './color-scheme.ts';
import { Notices } from './notices.tsx';
import type { AppRouter } from './router.tsx';

const colorSchemeManager = darkModeManager();

/** Everything: theme, notices, and the page the address asks for. */
export function App({ router }: { readonly router: AppRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
      <Notices />
    </MantineProvider>
  );
}

import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { theme, themeVariables } from '#web/ui/theme.ts';
import { darkModeManager } from './color-scheme.ts';
import { Notices } from './notices.tsx';
import type { AppRouter } from './router.tsx';

const colorSchemeManager = darkModeManager();

/** The root component: theme, notices and the router. */
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

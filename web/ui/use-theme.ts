import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The current theme and the toggle to the other one. */
export function useTheme() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return {
    isDark,
    switchLabel: isDark ? t('shell.lightMode') : t('shell.darkMode'),
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

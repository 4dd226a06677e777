import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is narrow: rows become cards and dialogs are full-screen. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}

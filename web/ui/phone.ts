import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is so narrow that rows become cards and dialogs fill it. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}

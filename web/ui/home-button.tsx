import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { ScreenLink } from './screen-link.tsx';

/** A link home from a page without other actions. */
export function HomeButton() {
  const { t } = useTranslation();
  return (
    <Button component={ScreenLink} href={addressOf('Dashboard')} variant="default">
      {t('common.home')}
    </Button>
  );
}

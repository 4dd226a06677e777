import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { screens } from '#domain/access/screens.ts';

/** The way home from a page that has nothing else to offer. */
export function HomeButton() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to={screens.Dashboard.path} variant="default">
      {t('common.home')}
    </Button>
  );
}

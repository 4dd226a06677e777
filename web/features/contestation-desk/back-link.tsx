import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { ChevronLeftIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './desk.module.css';

export function BackLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={ScreenLink} className={classes.back} href={addressOf('Contestations')}>
      <ChevronLeftIcon size={16} />
      {t('contestationDesk.back')}
    </Anchor>
  );
}

import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { ChevronLeftIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './structure.module.css';

/** Link back to the list of disciplines. */
export function BackLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={ScreenLink} href={addressOf('DisciplineList')} className={classes.back}>
      <ChevronLeftIcon size={16} />
      {t('examStructure.all')}
    </Anchor>
  );
}

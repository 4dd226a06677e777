import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { ChevronLeftIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './custom-exams.module.css';

/** Link back to the list of custom exams. */
export function BackLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={ScreenLink} href={addressOf('CustomExams')} className={classes.back}>
      <ChevronLeftIcon size={16} />
      {t('customExams.all')}
    </Anchor>
  );
}

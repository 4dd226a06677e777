import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChevronLeftIcon } from '#web/ui/icons.tsx';
import { PlaceLink } from '#web/ui/place-link.tsx';
import classes from './structure.module.css';

/** Back to the list of disciplines. */
export function WayBack() {
  const { t } = useTranslation();
  return (
    <Anchor component={PlaceLink} address="/disciplineList" className={classes.back}>
      <ChevronLeftIcon size={16} />
      {t('examStructure.all')}
    </Anchor>
  );
}

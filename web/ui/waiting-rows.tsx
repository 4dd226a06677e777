import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './waiting-rows.module.css';

/** Skeleton rows. They appear only after a short delay, which is set in the stylesheet. */
export function WaitingRows({
  count = 5,
  height = '2.5rem',
}: {
  readonly count?: number;
  readonly height?: string;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} role="status" data-waiting>
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}

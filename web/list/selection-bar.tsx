import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './selection-bar.module.css';

type SelectionBarProps = {
  /** How many rows are selected, on all pages. */
  readonly count: number;
  readonly onClear: () => void;
  /** The actions on the selected rows. */
  readonly children: ReactNode;
};

/** What can be done with the selected rows of a list. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label={t('crud.selection')}>
      <span className={classes.count} role="status">
        {t('crud.selected', { count })}
      </span>
      {children}
      <Button variant="subtle" onClick={onClear}>
        {t('crud.clearSelection')}
      </Button>
    </section>
  );
}

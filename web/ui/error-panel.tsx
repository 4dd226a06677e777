import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from './icons.tsx';
import classes from './panels.module.css';

type ErrorPanelProps = {
  readonly title?: ReactNode;
  /** What happened, what was kept and what to do. */
  readonly children: ReactNode;
  readonly onRetry?: (() => void) | undefined;
};

/** An error in this part of the page, shown in place with a retry button. */
export function ErrorPanel({ title, children, onRetry }: ErrorPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.panel} role="alert" data-kind="error">
      <div className={classes.icon}>
        <WarningIcon size={28} />
      </div>
      <p className={classes.title}>{title ?? t('common.errorTitle')}</p>
      <div className={classes.text}>{children}</div>
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

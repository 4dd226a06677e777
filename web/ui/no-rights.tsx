import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LockIcon } from './icons.tsx';
import classes from './panels.module.css';

/** Shown in place to a signed-in user without the rights, without a request to the server. */
export function NoRights({ action }: { readonly action?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.panel}>
      <div className={classes.icon}>
        <LockIcon size={28} />
      </div>
      <h1 className={classes.title} tabIndex={-1} data-page-title>
        {t('errors.auth.forbidden')}
      </h1>
      <div className={classes.text}>{t('shell.noRightsText')}</div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}

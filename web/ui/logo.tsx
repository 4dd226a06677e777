import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { screens } from '#domain/access/screens.ts';
import { Emblem } from './emblem.tsx';
import classes from './logo.module.css';

type LogoProps = { readonly onExam: boolean; readonly withUniversity: boolean };

/** Leads home; during an exam it reloads the page instead (SHELL-3). */
export function Logo({ onExam, withUniversity }: LogoProps) {
  const { t } = useTranslation();
  const inside = (
    <>
      <Emblem />
      <span className={classes.names}>
        <span className={classes.product}>{t('shell.product')}</span>
        {withUniversity && <span className={classes.university}>{t('shell.university')}</span>}
      </span>
    </>
  );
  return onExam ? (
    <button
      type="button"
      className={classes.logo}
      data-tour="logo"
      aria-label={t('shell.reloadExam')}
      onClick={() => window.location.reload()}
    >
      {inside}
    </button>
  ) : (
    <Link to={screens.Dashboard.path} className={classes.logo} data-tour="logo">
      {inside}
    </Link>
  );
}

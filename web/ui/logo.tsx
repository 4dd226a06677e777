import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { Emblem } from './emblem.tsx';
import classes from './logo.module.css';
import { ScreenLink } from './screen-link.tsx';

type LogoProps = { readonly onExam: boolean; readonly withUniversity: boolean };

/** Links home; during an exam it reloads the page instead (SHELL-3). */
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
    <ScreenLink href={addressOf('Dashboard')} className={classes.logo} data-tour="logo">
      {inside}
    </ScreenLink>
  );
}

import { useTranslation } from 'react-i18next';
import { useExamPresence } from '#web/app/exam-presence.ts';
import { useUiSettings } from '#web/app/ui-settings.ts';
import classes from './footer.module.css';

/** Which of its two faces the platform shows, and its build version (SHELL-5). */
export function Footer() {
  const { t } = useTranslation();
  const { examVisible } = useExamPresence();
  const settings = useUiSettings();
  return (
    <footer className={classes.footer} data-print="hidden">
      <span>{examVisible ? t('shell.examLabel') : t('shell.simulationLabel')}</span>
      {settings && <span>{t('shell.version', { version: settings.ip })}</span>}
    </footer>
  );
}

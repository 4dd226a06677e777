import { useTranslation } from 'react-i18next';
import { useExamPresence } from '#web/base/exam-presence.ts';
import classes from './footer.module.css';

/** The mode of the platform and its build version (SHELL-5). */
export function Footer({ version }: { readonly version: string | undefined }) {
  const { t } = useTranslation();
  const { examVisible } = useExamPresence();
  return (
    <footer className={classes.footer} data-print="hidden">
      <span>{examVisible ? t('shell.examLabel') : t('shell.simulationLabel')}</span>
      {version !== undefined && <span>{t('shell.version', { version })}</span>}
    </footer>
  );
}

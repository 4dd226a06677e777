import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InfoIcon } from '#web/ui/icons.tsx';
import classes from './running-exam-bar.module.css';

/** Says that a newer version is installed; the user reloads when it suits them. Never shown during an exam. */
export function NewVersionBar() {
  const { t } = useTranslation();
  return (
    <section className={classes.bar} role="status" data-print="hidden">
      <InfoIcon size={20} />
      <p className={classes.text}>{t('shell.newVersion')}</p>
      <Button size="compact-md" variant="light" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </Button>
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { useExamPresence } from '#web/app/exam-presence.ts';
import { HomeButton } from '#web/app/home-button.tsx';
import { Footer } from '#web/app/shell/footer.tsx';
import { Logo } from '#web/app/shell/logo.tsx';
import { useTheme } from '#web/app/use-theme.ts';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import { NotYetPanel } from '#web/ui/not-yet-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import classes from './exam-shell.module.css';

/**
 * The frame of a sitting: no links, no university name, no language switch; the mark reloads the page.
 * It stands apart from the main layout so that an exam loads nothing it does not need.
 */
export function Screen() {
  const { t } = useTranslation();
  const { onExam } = useExamPresence();
  const { isDark, switchLabel, toggle } = useTheme();
  return (
    <div className={classes.shell}>
      <header className={classes.header}>
        <Logo onExam={onExam} withUniversity={false} />
        <button type="button" className={classes.theme} aria-label={switchLabel} onClick={toggle}>
          {isDark ? <SunIcon size={20} /> : <MoonIcon size={20} />}
        </button>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        <Page title={t('screens.Exam')}>
          <NotYetPanel action={<HomeButton />} />
        </Page>
      </main>
      <Footer />
    </div>
  );
}

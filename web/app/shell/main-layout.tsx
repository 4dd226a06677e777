import './main-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunningExam } from '#web/api/running-exam.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { printInLightTheme } from '#web/app/paper-theme.ts';
import { queryClient } from '#web/app/query-client.ts';
import { currentScreen } from '#web/base/current-screen.ts';
import { useExamPresence } from '#web/base/exam-presence.ts';
import { isOutdated } from '#web/base/page-version.ts';
import { useStore } from '#web/base/store.ts';
import { ConfirmHost } from '#web/ui/confirm-host.tsx';
import { Footer } from '#web/ui/footer.tsx';
import { Header } from './header.tsx';
import classes from './main-layout.module.css';
import { NewVersionBar } from './new-version-bar.tsx';
import { RunningExamBar } from './running-exam-bar.tsx';
import { SignOutCountdown } from './sign-out-countdown.tsx';
import { TourOffer } from './tour-offer.tsx';

/** Header, content and footer; the print page shows the content alone. */
export function MainLayout({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const screen = useStore(currentScreen);
  const { onExam, examVisible } = useExamPresence();
  const settings = useUiSettings();
  const running = useRunningExam();
  const isPrint = screen?.name === 'AdminExamPrint';
  const isNew = useStore(isOutdated);
  const isAwayFromExams = !isPrint && !onExam && !examVisible && running === 'none';
  useEffect(printInLightTheme, []);

  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.layout} data-print-page={isPrint || undefined}>
        <a className={classes.skip} href="#content">
          {t('shell.skipToContent')}
        </a>
        {!isPrint && <Header />}
        <main id="content" className={classes.main} tabIndex={-1}>
          <SignOutCountdown />
          {typeof running === 'object' && !onExam && <RunningExamBar exam={running} />}
          {isNew && isAwayFromExams && <NewVersionBar />}
          {children}
        </main>
        {!isPrint && <Footer version={settings?.ip} />}
        {isAwayFromExams && <TourOffer />}
        <ConfirmHost />
      </div>
    </QueryClientProvider>
  );
}

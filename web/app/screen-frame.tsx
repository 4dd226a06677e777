import { Suspense, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isOf } from '#domain/access/actor.ts';
import { mayOpen, type ScreenName, screens } from '#domain/access/screens.ts';
import { useCanSimulate } from '#web/api/can-simulate.ts';
import { runningExam } from '#web/base/exam-presence.ts';
import { satExam } from '#web/base/sat-exam.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { useStore } from '#web/base/store.ts';
import { NotFoundPage, SimulationClosed, SittingPage } from '#web/ui/failure-pages.tsx';
import { HomeButton } from '#web/ui/home-button.tsx';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { NoRights } from '#web/ui/no-rights.tsx';
import { PageBoundary } from '#web/ui/page-boundary.tsx';
import { paramsFit } from './navigation.ts';
import { screenChunk } from './screen-chunks.ts';

let isFirstScreen = true;

/**
 * Moves the focus to the heading after a navigation, so that keyboard and screen-reader users start at the new page.
 */
function HeadingFocus() {
  useEffect(() => {
    if (!isFirstScreen) document.querySelector<HTMLElement>('[data-page-title]')?.focus();
    isFirstScreen = false;
  }, []);
  return null;
}

function LoadedScreen({ name }: { readonly name: ScreenName }) {
  const { Screen } = use(screenChunk(name).last());
  return (
    <>
      <Screen />
      <HeadingFocus />
    </>
  );
}

/** One screen with its permission check, loading state and error state. */
export function ScreenFrame({ name }: { readonly name: ScreenName }) {
  const { t } = useTranslation();
  const actor = useActor();
  const canSimulate = useCanSimulate(name === 'ExamSimulation');
  const { params } = useScreenAddress(name);
  const sat = useStore(satExam);
  const running = useStore(runningExam);

  // The sign-in has ended and the router is redirecting to Login.
  if (actor === undefined && screens[name].access !== 'public') return null;
  if (!paramsFit(name, params)) return <NotFoundPage />;
  if (name === 'ExamSimulation' && canSimulate === undefined)
    return <LoadingCircles text={t('common.loading')} />;
  // Students see the specific reason instead of the general rights message (SIM-1).
  if (name === 'ExamSimulation' && canSimulate === false && isOf(actor, 'student')) {
    if (running === undefined) return <LoadingCircles text={t('common.loading')} />;
    return running === 'none' ? <SimulationClosed /> : <SittingPage groupId={running.groupId} />;
  }
  if (!mayOpen(actor, name, canSimulate ?? false)) return <NoRights action={<HomeButton />} />;
  // The exam page shows the refusals of its own calls.
  if (sat && name !== 'Exam') return <SittingPage groupId={sat.groupId} />;
  return (
    <PageBoundary key={name}>
      <Suspense fallback={<LoadingCircles text={t('common.loading')} />}>
        <LoadedScreen name={name} />
      </Suspense>
    </PageBoundary>
  );
}

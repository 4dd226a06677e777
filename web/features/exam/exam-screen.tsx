import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { loadedUiSettings, useUiSettings } from '#web/api/ui-settings.ts';
import { chunk } from '#web/base/chunk.ts';
import { examPresence, runningExam } from '#web/base/exam-presence.ts';
import { examLazyTexts, loadTexts, t as text } from '#web/base/i18n.ts';
import { notifyWarning } from '#web/base/notify.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { signedIn, useActor } from '#web/base/sign-in-state.ts';
import { useStore } from '#web/base/store.ts';
import { useChunk } from '#web/base/use-chunk.ts';
import { Footer } from '#web/ui/footer.tsx';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { createExamController, type ExamController } from './engine/exam-controller.ts';
import { currentQuestion, type Paper, tallyOf } from './engine/exam-paper.ts';
import { type ExamState, isEnd, paperIn } from './engine/exam-reducer.ts';
import { type Recording, useRecording } from './recording/use-recording.ts';
import { openExamStorage } from './storage/exam-storage.ts';
import { ConnectionBanner } from './view/connection-banner.tsx';
import { ExamFoot } from './view/exam-foot.tsx';
import { ExamHeader } from './view/exam-header.tsx';
import { ExamKeyboard } from './view/exam-keyboard.tsx';
import { ExamQuestions } from './view/exam-questions.tsx';
import classes from './view/exam-screen.module.css';
import { KeyHelp } from './view/key-help.tsx';
import { useTextSize } from './view/text-size.ts';
import { Gone, Unavailable } from './view/unavailable.tsx';
import { pressKey, useExamKeys } from './view/use-exam-keys.ts';
import { useExamSteps } from './view/use-exam-steps.ts';
import { useStay } from './view/use-stay.ts';

type ControllerProps = { readonly controller: ExamController };

/** The controller of this sitting, created once storage and settings are loaded. */
function useExamController(groupId: number, userId: number): ExamController | undefined {
  const [open, setOpen] = useState<ExamController>();
  useEffect(() => {
    let controller: ExamController | undefined;
    let isUnmounted = false;
    const begin = async () => {
      const [storage, settings] = await Promise.all([openExamStorage(signedIn()), loadedUiSettings()]);
      if (isUnmounted) return;
      const whole = settings?.displayFullExam ?? false;
      const onStorageFailed = () => notifyWarning(text('exam.unkept'));
      if (!storage.isLasting) onStorageFailed();
      controller = createExamController({ groupId, userId, whole, storage, onStorageFailed });
      setOpen(controller);
    };
    void begin();
    return () => {
      isUnmounted = true;
      controller?.close();
      setOpen(undefined);
    };
  }, [groupId, userId]);
  return open;
}

/** Publishes what this browser is doing with an exam. */
function usePresence(state: ExamState): void {
  const phase = state.status === 'finished' || state.status === 'gone' ? 'ended' : 'running';
  const running = useStore(runningExam);
  const kind = paperIn(state)?.sitting.kind;
  // Until it is loaded, only the server can have said that no official exam runs.
  const isPractice = kind === undefined ? running === 'none' : kind !== 'official';
  const simulation = state.status === 'finished' ? state.simulation : isPractice;
  useEffect(() => {
    examPresence.set({ phase, simulation });
    return () => examPresence.set({ phase: 'none' });
  }, [phase, simulation]);
}

/** Says of a finished exam that its time ran out; the notice stays on the results page (EXAM-7). */
function useEndNotice(state: ExamState): void {
  const ranOut = useRef(false);
  const { status } = state;
  const cause = status === 'finishing' ? state.cause : undefined;
  useEffect(() => {
    if (status === 'finished' && ranOut.current) notifyWarning(text('exam.timeIsUp'));
    // Until then an outage may still give time back.
    ranOut.current = cause === 'time';
  }, [status, cause]);
}

/** Loaded as soon as the first question can be answered, so that it is available offline. */
const lazyChunk = chunk(async () => {
  const [{ ExamDialogs, ExamEnd, ExamSummary, PartOpening, RecordingControl }] = await Promise.all([
    import('./view/exam-lazy.tsx'),
    loadTexts(examLazyTexts),
  ]);
  return { ExamDialogs, ExamEnd, ExamSummary, PartOpening, RecordingControl };
});
type LazyParts = Awaited<ReturnType<typeof lazyChunk.load>>;

type ScreenProps = {
  readonly keyboardShown: boolean;
  readonly recording: Recording;
  readonly lazyParts: LazyParts | undefined;
};
type RunningProps = ControllerProps & ScreenProps & { readonly paper: Paper };

/** The exam while it can be answered: a question, the summary, or the page between two parts. */
function Running({ controller, paper, keyboardShown, recording, lazyParts }: RunningProps) {
  const settings = useUiSettings();
  // Requested again here: the server may have been unreachable when the exam was opened.
  const whole = settings?.displayFullExam ?? false;
  const steps = useExamSteps({ controller, whole, hasSummary: lazyParts !== undefined });
  useExamKeys(steps);
  const { connection, page } = paper;
  const { unsent } = tallyOf(paper);
  const answers = currentQuestion(paper)?.shown?.answers.length ?? 0;
  const opening = page === 'opening' && lazyParts;
  const summary = page === 'summary' && lazyParts;
  return (
    <>
      <main id="content" className={classes.main} tabIndex={-1}>
        {opening && <opening.PartOpening paper={paper} controller={controller} onBegin={steps.next} />}
        {summary && <summary.ExamSummary paper={paper} steps={steps} />}
        {!opening && !summary && (
          <>
            <ExamQuestions paper={paper} controller={controller} whole={whole} />
            <div className={classes.below}>
              {answers > 0 && <KeyHelp last={letterOf(answers - 1)} />}
              {lazyParts && <lazyParts.RecordingControl recording={recording} />}
            </div>
          </>
        )}
      </main>
      <Footer version={settings?.ip} />
      {!opening && (
        <ExamFoot
          paper={paper}
          steps={steps}
          whole={whole}
          over={
            connection.status === 'away' && (
              <ConnectionBanner since={connection.since} unsent={unsent} onTryNow={controller.tryNow} />
            )
          }
        >
          {keyboardShown && (
            <ExamKeyboard onKey={(key) => pressKey(steps, { key, code: '', shiftKey: false })} />
          )}
        </ExamFoot>
      )}
    </>
  );
}

type SittingProps = ControllerProps & ScreenProps & { readonly state: ExamState };

function Sitting({ state, ...screenProps }: SittingProps) {
  const { t } = useTranslation();
  const { controller, lazyParts } = screenProps;
  const settings = useUiSettings();
  if (state.status === 'running') return <Running {...screenProps} paper={state.paper} />;
  return (
    <>
      <main id="content" className={classes.main} tabIndex={-1}>
        {state.status === 'loading' && <LoadingCircles text={t('exam.loading')} />}
        {state.status === 'gone' && <Gone />}
        {state.status === 'unavailable' && <Unavailable state={state} onRetry={controller.reload} />}
        {isEnd(state) &&
          (lazyParts ? (
            <lazyParts.ExamEnd state={state} controller={controller} />
          ) : (
            <LoadingCircles text={t('common.loading')} />
          ))}
      </main>
      <Footer version={settings?.ip} />
    </>
  );
}

type ExamLayoutProps = ControllerProps & { readonly userId: number; readonly groupId: number };

function ExamLayout({ controller, userId, groupId }: ExamLayoutProps) {
  const state = useStore(controller.state);
  const found = useStore(controller.images.found);
  const [keyboardShown, setKeyboardShown] = useState(false);
  const { rem } = useTextSize();
  usePresence(state);
  useEndNotice(state);
  const paper = state.status === 'running' || state.status === 'finishing' ? state.paper : undefined;
  useStay(paper);
  const firstIsThere = paper?.questions.some(({ shown }) => shown !== undefined) ?? false;
  const lazyParts = useChunk(
    lazyChunk,
    firstIsThere || isEnd(state) || paper?.connection.status === 'signedOut',
  );
  // Recorded only once the page can say so.
  const isRecorded = paper?.sitting.kind === 'official' && firstIsThere && lazyParts !== undefined;
  const recording = useRecording({
    userId,
    groupId,
    phase:
      state.status === 'finished' || state.status === 'gone' ? 'over' : isRecorded ? 'running' : 'before',
  });
  const addresses = useMemo(
    () => ({
      addressOf: (name: string) => found.get(name) ?? { state: 'waiting' as const },
      renew: () => undefined,
    }),
    [found],
  );
  return (
    <div className={classes.shell} style={{ '--exam-text-size': `${rem}rem` } as CSSProperties}>
      <ExamHeader
        controller={controller}
        paper={paper}
        onReview={state.status === 'running' && lazyParts ? controller.openSummary : undefined}
        keyboard={{ isShown: keyboardShown, toggle: () => setKeyboardShown(!keyboardShown) }}
      />
      <ImageAddressProvider value={addresses}>
        <Sitting {...{ controller, state, lazyParts, keyboardShown, recording }} />
      </ImageAddressProvider>
      {paper && lazyParts && <lazyParts.ExamDialogs connection={paper.connection.status} />}
    </div>
  );
}

/**
 * The screen of a sitting. It is outside the main layout, so an exam loads only what it needs and no links lead away.
 */
export function Screen() {
  const { t } = useTranslation();
  const { groupId } = useScreenAddress('Exam').params;
  const userId = useActor()?.userId ?? 0;
  const controller = useExamController(Number(groupId), userId);
  return controller ? (
    <ExamLayout controller={controller} userId={userId} groupId={Number(groupId)} />
  ) : (
    <LoadingCircles text={t('exam.loading')} />
  );
}

import './view/exam-styles.ts';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadedUiSettings, useUiSettings } from '#web/api/ui-settings.ts';
import { chunk } from '#web/base/chunk.ts';
import { examPresence } from '#web/base/exam-presence.ts';
import { examLazyTexts, loadTexts, t as text } from '#web/base/i18n.ts';
import { notifyWarning } from '#web/base/notify.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { signedIn, useActor } from '#web/base/sign-in-state.ts';
import { useStore } from '#web/base/store.ts';
import { useChunk } from '#web/base/use-chunk.ts';
import { letterOf } from '#web/ui/exam-question/exam-question.tsx';
import { Footer } from '#web/ui/footer.tsx';
import { DotIcon } from '#web/ui/icons.tsx';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { type ExamDesk, openDesk } from './engine/exam-controller.ts';
import { currentQuestion, type Paper, tallyOf } from './engine/exam-paper.ts';
import { type ExamFlow, isEnd, paperIn } from './engine/exam-reducer.ts';
import { useRecording } from './recording/use-recording.ts';
import { openExamStorage } from './storage/exam-storage.ts';
import { ContactBanner } from './view/contact-banner.tsx';
import { ExamFoot } from './view/exam-foot.tsx';
import { ExamHeader } from './view/exam-header.tsx';
import { ExamKeyboard } from './view/exam-keyboard.tsx';
import { ExamQuestions } from './view/exam-questions.tsx';
import classes from './view/exam-screen.module.css';
import { KeyHelp } from './view/key-help.tsx';
import { useTextSize } from './view/text-size.ts';
import { Unavailable } from './view/unavailable.tsx';
import { pressKey, useExamKeys } from './view/use-exam-keys.ts';
import { useExamSteps } from './view/use-exam-steps.ts';

type OpenDesk = { readonly desk: ExamDesk };

/** The desk of this sitting, opened once the storage and the settings are known. */
function useDesk(groupId: number, userId: number): ExamDesk | undefined {
  const [open, setOpen] = useState<ExamDesk>();
  useEffect(() => {
    let desk: ExamDesk | undefined;
    let isGone = false;
    const begin = async () => {
      const [storage, settings] = await Promise.all([openExamStorage(signedIn()), loadedUiSettings()]);
      if (isGone) return;
      const whole = settings?.displayFullExam ?? false;
      const tellUnkept = () => notifyWarning(text('exam.unkept'));
      if (!storage.isLasting) tellUnkept();
      desk = openDesk({ groupId, userId, whole, storage, tellUnkept });
      setOpen(desk);
    };
    void begin();
    return () => {
      isGone = true;
      desk?.close();
      setOpen(undefined);
    };
  }, [groupId, userId]);
  return open;
}

/** Tells the rest of the page what this browser is doing with an exam. */
function usePresence(flow: ExamFlow): void {
  const phase = flow.is === 'finished' ? 'ended' : 'running';
  const kind = paperIn(flow)?.sitting.kind;
  const simulation = flow.is === 'finished' ? flow.simulation : kind !== undefined && kind !== 'official';
  useEffect(() => {
    examPresence.set({ phase, simulation });
    return () => examPresence.set({ phase: 'none' });
  }, [phase, simulation]);
}

/** Says that time ran out, and goes on saying so on the page of the results (EXAM-7). */
function useEndNotice(flow: ExamFlow): void {
  const isOut = flow.is === 'finishing' && flow.cause === 'time';
  useEffect(() => {
    if (isOut) notifyWarning(text('exam.timeIsUp'));
  }, [isOut]);
}

/** Fetched as soon as the first question can be answered, so that it is here when the connection is not. */
const laterChunk = chunk(async () => {
  const [{ ExamDialogs, ExamEnd }] = await Promise.all([
    import('./view/exam-lazy.tsx'),
    loadTexts(examLazyTexts),
  ]);
  return { ExamDialogs, ExamEnd };
});
type Later = Awaited<ReturnType<typeof laterChunk.load>>;

type Around = { readonly keyboardShown: boolean; readonly isRecording: boolean };
type RunningProps = OpenDesk & Around & { readonly paper: Paper };

/** Asks before the page is closed or reloaded while something on it is not sent: offline it would not come back. */
function useStayWhileUnsent(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isUnsent]);
}

/** The exam while it can be answered. */
function Running({ desk, paper, keyboardShown, isRecording }: RunningProps) {
  const { t } = useTranslation();
  // Asked again here: the exam may have been opened while the server could not be reached.
  const whole = useUiSettings()?.displayFullExam ?? false;
  const steps = useExamSteps(desk, whole);
  useExamKeys(steps);
  const { contact } = paper;
  const { unsent } = tallyOf(paper);
  const answers = currentQuestion(paper)?.shown?.answers.length ?? 0;
  return (
    <>
      <div role="status">
        {contact.is === 'away' && (
          <ContactBanner since={contact.since} unsent={unsent} onTryNow={desk.tryNow} />
        )}
      </div>
      <main id="content" className={classes.main} tabIndex={-1}>
        <ExamQuestions paper={paper} desk={desk} whole={whole} />
        <div className={classes.below}>
          {answers > 0 && <KeyHelp last={letterOf(answers - 1)} />}
          {isRecording && (
            <p className={classes.recorded} title={t('exam.recordedHint')}>
              <DotIcon className={classes.recordedDot} size={16} />
              {t('exam.recorded')}
            </p>
          )}
        </div>
      </main>
      <ExamFoot paper={paper} steps={steps} whole={whole}>
        {keyboardShown && (
          <ExamKeyboard onKey={(key) => pressKey(steps, { key, code: '', shiftKey: false })} />
        )}
      </ExamFoot>
    </>
  );
}

type SittingProps = OpenDesk & Around & { readonly flow: ExamFlow; readonly later: Later | undefined };

function Sitting({ flow, later, ...around }: SittingProps) {
  const { t } = useTranslation();
  const { desk } = around;
  const settings = useUiSettings();
  if (flow.is === 'running') return <Running {...around} paper={flow.paper} />;
  return (
    <>
      <main id="content" className={classes.main} tabIndex={-1}>
        {flow.is === 'loading' && <LoadingCircles text={t('exam.loading')} />}
        {flow.is === 'unavailable' && <Unavailable flow={flow} onRetry={desk.reload} />}
        {isEnd(flow) &&
          (later ? <later.ExamEnd flow={flow} desk={desk} /> : <LoadingCircles text={t('common.loading')} />)}
      </main>
      <Footer version={settings?.ip} />
    </>
  );
}

type RoomProps = OpenDesk & { readonly userId: number; readonly groupId: number };

function Room({ desk, userId, groupId }: RoomProps) {
  const flow = useStore(desk.flow);
  const found = useStore(desk.images.found);
  const [keyboardShown, setKeyboardShown] = useState(false);
  const { rem } = useTextSize();
  usePresence(flow);
  useEndNotice(flow);
  const paper = flow.is === 'running' || flow.is === 'finishing' ? flow.paper : undefined;
  useStayWhileUnsent(paper !== undefined && tallyOf(paper).unsent > 0);
  const firstIsThere = paper?.questions.some(({ shown }) => shown !== undefined) ?? false;
  const later = useChunk(laterChunk, firstIsThere || isEnd(flow) || paper?.contact.is === 'signedOut');
  const isRecorded = paper?.sitting.kind === 'official' && firstIsThere;
  const isRecording = useRecording({
    userId,
    groupId,
    phase: flow.is === 'finished' ? 'over' : isRecorded ? 'running' : 'before',
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
        desk={desk}
        paper={paper}
        keyboard={{ isShown: keyboardShown, toggle: () => setKeyboardShown(!keyboardShown) }}
      />
      <ImageAddressProvider value={addresses}>
        <Sitting {...{ desk, flow, later, keyboardShown, isRecording }} />
      </ImageAddressProvider>
      {paper && later && <later.ExamDialogs contact={paper.contact.is} />}
    </div>
  );
}

/**
 * A sitting on the screen. It stands apart from the main layout, so that an exam loads nothing it does not need and
 * nothing leads away from it.
 */
export function Screen() {
  const { t } = useTranslation();
  const { groupId } = useScreenAddress('Exam').params;
  const userId = useActor()?.userId ?? 0;
  const desk = useDesk(Number(groupId), userId);
  return desk ? (
    <Room desk={desk} userId={userId} groupId={Number(groupId)} />
  ) : (
    <LoadingCircles text={t('exam.loading')} />
  );
}

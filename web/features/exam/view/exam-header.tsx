import { useClickOutside, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExamPresence } from '#web/base/exam-presence.ts';
import { useSignIn } from '#web/base/sign-in-state.ts';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import { type Paper, saveStatus } from '#web/features/exam/engine/exam-paper.ts';
import { KeyboardIcon, MoonIcon, SunIcon, ToolsIcon } from '#web/ui/icons.tsx';
import { initialsOf } from '#web/ui/initials.ts';
import { Logo } from '#web/ui/logo.tsx';
import { useTheme } from '#web/ui/use-theme.ts';
import classes from './exam-header.module.css';
import { ExamTime } from './exam-time.tsx';
import { SavedMark } from './saved-mark.tsx';
import { useTextSize } from './text-size.ts';
import { finishLabel } from './use-exam-steps.ts';

type ToolProps = {
  readonly label: string;
  readonly onPress: (() => void) | undefined;
  readonly pressed?: boolean;
  readonly children: ReactNode;
};

function Tool({ label, onPress, pressed, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={onPress === undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function ThemeTool() {
  const { isDark, switchLabel, toggle } = useTheme();
  return (
    <Tool label={switchLabel} onPress={toggle}>
      {isDark ? <SunIcon size={20} /> : <MoonIcon size={20} />}
    </Tool>
  );
}

type KeyboardToggle = { readonly isShown: boolean; readonly toggle: () => void };

function Tools({ keyboard }: { readonly keyboard: KeyboardToggle }) {
  const { t } = useTranslation();
  const size = useTextSize();
  const [isOpen, setOpen] = useState(false);
  const outsideRef = useClickOutside(() => setOpen(false));
  const toggle = useRef<HTMLButtonElement>(null);
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  });
  return (
    <div className={classes.tools} ref={outsideRef}>
      <button
        ref={toggle}
        type="button"
        className={`${classes.tool} ${classes.toolsToggle}`}
        aria-label={t('exam.tools')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ToolsIcon size={20} />
      </button>
      <div className={classes.toolRow} data-open={isOpen || undefined}>
        <Tool label={t('exam.textSmaller')} onPress={size.smaller}>
          <span className={classes.smaller}>A−</span>
        </Tool>
        <Tool label={t('exam.textLarger')} onPress={size.larger}>
          <span className={classes.larger}>A+</span>
        </Tool>
        <ThemeTool />
        <Tool
          label={t(keyboard.isShown ? 'auth.keyboardHide' : 'auth.keyboardShow')}
          onPress={keyboard.toggle}
          pressed={keyboard.isShown}
        >
          <KeyboardIcon size={20} />
        </Tool>
      </div>
    </div>
  );
}

/** The candidate's seat as text; undefined in practice. */
function useSeat({ seat }: Paper['sitting']): string | undefined {
  const { t } = useTranslation();
  if (seat === null) return undefined;
  const { examRow: row, seatNumber } = seat;
  return row === 0 ? t('exam.seat', { seat: seatNumber }) : t('exam.rowAndSeat', { row, seat: seatNumber });
}

/** The candidate's name and seat, for the invigilator. */
function Candidate({ sitting }: Pick<Paper, 'sitting'>) {
  const name = useSignIn()?.profile.name ?? '';
  const seat = useSeat(sitting);
  return (
    <div className={classes.candidate} title={[name, seat].filter(Boolean).join(', ')}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes.candidateText}>
        <span className={classes.candidateName}>{name}</span>
        {seat !== undefined && <span className={classes.more}>{seat}</span>}
      </span>
    </div>
  );
}

/** The name of the sitting and its current part; on a phone also the candidate's seat. */
function Names({ sitting }: Pick<Paper, 'sitting'>) {
  const { t } = useTranslation();
  const seat = useSeat(sitting);
  const { name, examName, kind, examIndex, groupExams } = sitting;
  const part = groupExams.length > 1 ? t('exam.partOf', { index: examIndex, count: groupExams.length }) : '';
  const wide = [examName === name ? '' : examName, part].filter(Boolean).join(' · ');
  const narrow = [seat, part].filter(Boolean).join(' · ');
  return (
    <div className={classes.names}>
      <span className={classes.name}>
        {kind !== 'official' && (
          <span className={classes.kind}>{t(kind === 'trial' ? 'exam.trial' : 'exam.simulation')}</span>
        )}
        {name}
      </span>
      {wide !== '' && <span className={`${classes.more} ${classes.wide}`}>{wide}</span>}
      {narrow !== '' && (
        <span className={`${classes.more} ${classes.narrow}`} aria-hidden="true">
          {narrow}
        </span>
      )}
    </div>
  );
}

type ExamHeaderProps = {
  readonly controller: ExamController | undefined;
  /** The exam while it is on screen. */
  readonly paper: Paper | undefined;
  readonly keyboard: KeyboardToggle;
  /** Opens the summary, from which the exam is handed in; undefined while it is unavailable. */
  readonly onReview: (() => void) | undefined;
};

/**
 * The header of a sitting: its name, the time left and the save status. It has no links out; the logo reloads the page.
 */
export function ExamHeader({ controller, paper, keyboard, onReview }: ExamHeaderProps) {
  const { t } = useTranslation();
  const { onExam } = useExamPresence();
  return (
    <header className={classes.header}>
      <div className={classes.logo}>
        <Logo onExam={onExam} withUniversity={false} />
      </div>
      {paper && controller ? (
        <>
          <Names sitting={paper.sitting} />
          <Candidate sitting={paper.sitting} />
          <ExamTime clock={controller.clock} />
          <SavedMark word={saveStatus(paper)} />
          {paper.page === 'question' && onReview && (
            <button
              type="button"
              className={classes.finish}
              aria-label={finishLabel(paper)}
              onClick={onReview}
            >
              <span className={classes.wide}>{finishLabel(paper)}</span>
              <span className={classes.narrow} aria-hidden="true">
                {t('exam.finishShort')}
              </span>
            </button>
          )}
          <Tools keyboard={keyboard} />
        </>
      ) : (
        <>
          <div className={classes.names} />
          <ThemeTool />
        </>
      )}
    </header>
  );
}

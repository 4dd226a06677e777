import { useClickOutside, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExamPresence } from '#web/base/exam-presence.ts';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import { type Paper, saveStatus } from '#web/features/exam/engine/exam-paper.ts';
import { KeyboardIcon, MoonIcon, SunIcon, ToolsIcon } from '#web/ui/icons.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { useTheme } from '#web/ui/use-theme.ts';
import classes from './exam-header.module.css';
import { ExamTime } from './exam-time.tsx';
import { SavedMark } from './saved-mark.tsx';
import { useTextSize } from './text-size.ts';

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
  const around = useClickOutside(() => setOpen(false));
  const toggle = useRef<HTMLButtonElement>(null);
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  });
  return (
    <div className={classes.tools} ref={around}>
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

/** What the sitting is called, and which part of it this is. */
function Names({ sitting }: Pick<Paper, 'sitting'>) {
  const { t } = useTranslation();
  const { name, examName, kind, examIndex, groupExams } = sitting;
  const more = [
    examName === name ? '' : examName,
    groupExams.length > 1 ? t('exam.partOf', { place: examIndex, count: groupExams.length }) : '',
  ].filter((text) => text !== '');
  return (
    <div className={classes.names}>
      <span className={classes.name}>
        {kind !== 'official' && (
          <span className={classes.kind}>{t(kind === 'trial' ? 'exam.trial' : 'exam.simulation')}</span>
        )}
        {name}
      </span>
      {more.length > 0 && <span className={classes.more}>{more.join(' · ')}</span>}
    </div>
  );
}

type ExamHeaderProps = {
  readonly controller: ExamController | undefined;
  /** The exam while it is on the screen. */
  readonly paper: Paper | undefined;
  readonly keyboard: KeyboardToggle;
};

/** The head of a sitting: what it is, how long it lasts, what of it is saved. No links lead away; the mark reloads. */
export function ExamHeader({ controller, paper, keyboard }: ExamHeaderProps) {
  const { onExam } = useExamPresence();
  return (
    <header className={classes.header}>
      <div className={classes.logo}>
        <Logo onExam={onExam} withUniversity={false} />
      </div>
      {paper && controller ? (
        <>
          <Names sitting={paper.sitting} />
          <ExamTime clock={controller.clock} />
          <SavedMark word={saveStatus(paper)} />
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

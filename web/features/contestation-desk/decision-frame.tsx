import { Alert, Button, Kbd, Textarea, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { maxCommentLength } from '#domain/contestations/contestation.ts';
import { RefusalAlert } from '#web/ui/attempt.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '#web/ui/icons.tsx';
import type { Choice } from './decision-draft.ts';
import classes from './desk.module.css';
import { ImpactLine } from './impact-line.tsx';
import type { Settling } from './use-settling.ts';

type FormProps = {
  readonly choice: Choice | undefined;
  readonly onChoice: (choice: Choice) => void;
  readonly reply: string;
  readonly onReply: (reply: string) => void;
  readonly isCase?: boolean;
  readonly settling: Settling;
  /** What is missing, in words. */
  readonly missing: string | undefined;
  readonly onSend: () => void;
};

type DecisionFrameProps = { readonly children?: ReactNode } & (
  | FormProps
  | { readonly [K in keyof FormProps]?: never }
);

const choiceId = (choice: Choice) => `desk-choice-${choice}`;

/** Chooses by keyboard shortcut from anywhere on the page, and focuses the choice. */
export function useChoiceKeys(onChoice: (choice: Choice) => void): void {
  const by = (choice: Choice) => () => {
    onChoice(choice);
    document.getElementById(choiceId(choice))?.focus();
  };
  useHotkeys(
    [
      ['alt+A', by('accept'), { usePhysicalKeys: true }],
      ['alt+R', by('reject'), { usePhysicalKeys: true }],
    ],
    [],
  );
}

const choices = [
  ['accept', CheckIcon, 'Alt+A'],
  ['reject', CloseIcon, 'Alt+R'],
] as const;

function Form({ children, ...form }: FormProps & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { choice, reply, settling, isCase } = form;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        form.onSend();
      }}
    >
      <fieldset className={classes.choices} aria-labelledby="desk-decision">
        {choices.map(([name, Icon, keys]) => (
          <UnstyledButton
            key={name}
            id={choiceId(name)}
            aria-pressed={choice === name}
            aria-keyshortcuts={keys}
            className={classes.choice}
            data-choice={name}
            onClick={() => form.onChoice(name)}
          >
            <Icon size={18} />
            <span>{t(isCase ? `contestationDesk.case_${name}` : `contestationDesk.choice_${name}`)}</span>
            <Kbd size="xs" aria-hidden className={classes.keys}>
              {keys}
            </Kbd>
          </UnstyledButton>
        ))}
      </fieldset>
      {children}
      {choice !== undefined && (
        <>
          <Textarea
            label={t(isCase ? 'contestationDesk.caseReply' : 'contestationDesk.reply')}
            description={t('contestationDesk.replyHint', { count: maxCommentLength - reply.length })}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={maxCommentLength}
            value={reply}
            onChange={(event) => form.onReply(event.currentTarget.value)}
          />
          {settling.outdated && (
            <Alert
              color="yellow"
              variant="light"
              role="alert"
              icon={<WarningIcon />}
              title={t('contestationDesk.outdated')}
            >
              {t('contestationDesk.outdatedText')}
            </Alert>
          )}
          {form.missing === undefined ? (
            <ImpactLine settling={settling} />
          ) : (
            <p className={classes.note}>{form.missing}</p>
          )}
          <RefusalAlert refused={settling.refused} />
          <div className={classes.buttons}>
            <Button
              type="submit"
              loading={settling.sending}
              disabled={!settling.isReady}
              {...(choice === 'reject' && { color: 'red' })}
            >
              {t(isCase ? `contestationDesk.caseSend_${choice}` : `contestationDesk.send_${choice}`)}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** The part of the desk that shows a decision or its form. */
export function DecisionFrame({ children, ...form }: DecisionFrameProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.decision} aria-labelledby="desk-decision">
      <h2 id="desk-decision" className={classes.heading}>
        {t('contestationDesk.step_decision')}
      </h2>
      {form.onSend ? <Form {...form}>{children}</Form> : children}
    </section>
  );
}

import { Alert, Button, Checkbox, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filing } from '#contract/contestation-filing.ts';
import type { ServedQuestion } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { contestReasons, filedTypes, maxCommentLength } from '#domain/contestations/contestation.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './contest.module.css';
import { useFile } from './contest-calls.ts';
import {
  type ContestDraft,
  contestBodyOf,
  type DraftQuestion,
  draftMemory,
  emptyDraft,
  isChosenTypeEmpty,
  isEmpty,
  problemsOf,
  withoutChosenType,
} from './contest-draft.ts';
import { ContestReview } from './contest-review.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { ServedQuestionView } from './served-question.tsx';

type CommentProps = {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly required?: boolean;
};

/** A text with its counter. */
function Comment({ label, value, error, onChange, required = false }: CommentProps) {
  const { t } = useTranslation();
  const { length } = value.trim();
  return (
    <Textarea
      label={label}
      value={value}
      rows={4}
      resize="vertical"
      required={required}
      error={error}
      description={
        <span className={classes.counter} data-over={length > maxCommentLength || undefined}>
          {t('contestation.counter', { length, most: maxCommentLength })}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type QuestionFieldsProps = {
  readonly index: number;
  readonly draft: DraftQuestion;
  readonly problemAt: (field: 'reason' | 'comment') => string | undefined;
  readonly onChange: (draft: DraftQuestion) => void;
};

function QuestionFields({ index, draft, problemAt, onChange }: QuestionFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset
      className={classes.fields}
      aria-label={t('contestation.contestThis', { index })}
      style={{ borderInline: 0, borderBottom: 0 }}
    >
      <Select
        label={t('contestation.reason')}
        placeholder={t('contestation.chooseReason')}
        required
        allowDeselect={false}
        data={contestReasons.map((reason) => ({ value: reason, label: t(`contestation.reason_${reason}`) }))}
        value={draft.reason}
        error={problemAt('reason')}
        onChange={(reason) =>
          onChange({ ...draft, reason: contestReasons.find((one) => one === reason) ?? null })
        }
      />
      <Comment
        label={t('contestation.explanation')}
        value={draft.comment}
        error={problemAt('comment')}
        required={draft.reason === 'RNB' || draft.reason === 'RN' || draft.reason === 'AL'}
        onChange={(comment) => onChange({ ...draft, comment })}
      />
    </fieldset>
  );
}

type PartProps = {
  readonly filing: Filing;
  readonly draft: ContestDraft;
  readonly problems: readonly FieldProblem[];
  readonly onDraft: (draft: ContestDraft) => void;
};

const problemIn = (problems: readonly FieldProblem[], path: string): string | undefined => {
  const found = problems.find((one) => one.path === path);
  return found && textOfCode(found.error, found.params);
};

function Questions({ filing, draft, problems, onDraft }: PartProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'all' | 'chosen'>('all');
  const chosen = Object.keys(draft.questions).length;
  const visible =
    shown === 'chosen' && chosen > 0
      ? filing.questions.filter(({ id }) => id in draft.questions)
      : filing.questions;
  const choose = ({ id }: ServedQuestion, isChosen: boolean) => {
    const { [id]: _, ...others } = draft.questions;
    onDraft({ ...draft, questions: isChosen ? { ...others, [id]: { reason: null, comment: '' } } : others });
  };
  return (
    <section aria-label={t('contestation.choose')} className={classes.form}>
      <div className={classes.head}>
        <h2 className={classes.number}>{t('contestation.choose')}</h2>
        {chosen > 0 && (
          <SegmentedControl
            aria-label={t('contestation.shown')}
            value={shown}
            onChange={setShown}
            data={[
              { value: 'all', label: t('contestation.showAll') },
              { value: 'chosen', label: t('contestation.showChosen') },
            ]}
          />
        )}
      </div>
      <ol className={classes.list}>
        {visible.map((question) => {
          const own = draft.questions[question.id];
          return (
            <li key={question.id}>
              <ServedQuestionView
                served={question}
                aside={
                  <Checkbox
                    label={t('contestation.contestThis', { index: question.index })}
                    checked={own !== undefined}
                    onChange={({ currentTarget }) => choose(question, currentTarget.checked)}
                  />
                }
              >
                {own && (
                  <QuestionFields
                    index={question.index}
                    draft={own}
                    problemAt={(field) => problemIn(problems, `questions.${question.id}.${field}`)}
                    onChange={(changed) =>
                      onDraft({ ...draft, questions: { ...draft.questions, [question.id]: changed } })
                    }
                  />
                )}
              </ServedQuestionView>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The draft, stored in this browser on every change and restored after a reload. */
function useDraft(examId: number) {
  const memory = useMemo(() => draftMemory(examId), [examId]);
  const [draft, setDraft] = useState<ContestDraft>(emptyDraft);
  const changed = useRef(false);
  useEffect(() => {
    void memory.read().then((stored) => {
      if (stored && !changed.current) setDraft(stored);
    });
  }, [memory]);
  const keep = (next: ContestDraft) => {
    changed.current = true;
    setDraft(next);
    if (isEmpty(next)) memory.forget();
    else memory.keep(next);
  };
  return { draft, keep, discard: () => keep(withoutChosenType(draft)) };
}

/** The form: the type, the questions or the complaint, and a review before it is sent. */
export function ContestForm({ filing }: { readonly filing: Filing }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const file = useFile();
  const { sending, refused, attempt } = useAttempt();
  const { draft, keep, discard } = useDraft(filing.exam.id);
  const [isReviewed, setReviewed] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const addresses = useImageAddresses(imagesOfPaper(filing.questions));
  const problems = problemsOf(draft, filing);
  const before = filing.filed.find(({ type }) => type === draft.type);
  const chosen = Object.keys(draft.questions).length;
  const send = () =>
    attempt(async () => {
      const id = await file(contestBodyOf(filing.exam.id, draft, filing));
      discard();
      notifySuccess(t('contestation.sent'));
      await goTo(addressOf('ExamContest', { examContestId: id }), { replace: true });
    });
  const proceed = () => {
    setChecked(true);
    if (problems.length === 0) setReviewed(true);
    window.scrollTo({ top: 0 });
  };
  if (isReviewed)
    return (
      <ImageAddressProvider value={addresses}>
        <ContestReview
          draft={draft}
          filing={filing}
          sending={sending}
          refused={refused}
          onBack={() => setReviewed(false)}
          onSend={() => void send()}
        />
      </ImageAddressProvider>
    );
  return (
    <ImageAddressProvider value={addresses}>
      <div className={classes.form}>
        <div>
          <SegmentedControl
            fullWidth
            aria-label={t('contestation.type')}
            value={draft.type}
            onChange={(type) =>
              keep({ ...draft, type: filedTypes.find((one) => one === type) ?? 'question' })
            }
            data={[
              { value: 'question', label: t('contestation.typeQuestion') },
              { value: 'technical', label: t('contestation.typeTechnical') },
            ]}
          />
          <p className={classes.quiet}>
            {t(
              draft.type === 'question' ? 'contestation.typeQuestionHint' : 'contestation.typeTechnicalHint',
            )}
          </p>
        </div>
        {isChecked && problems.length > 0 && (
          <Alert color="red" variant="light" role="alert">
            {[...new Set(problems.map(({ error, params }) => textOfCode(error, params)))].join(' ')}
          </Alert>
        )}
        {before ? (
          <Alert variant="light">
            <p>{t('contestation.already')}</p>
            <Button
              component={ScreenLink}
              variant="default"
              href={addressOf('ExamContest', { examContestId: before.id })}
            >
              {t('contestation.seeFiled')}
            </Button>
          </Alert>
        ) : (
          <>
            {draft.type === 'question' ? (
              <Questions filing={filing} draft={draft} problems={isChecked ? problems : []} onDraft={keep} />
            ) : (
              <>
                <Comment
                  label={t('contestation.happened')}
                  value={draft.comment}
                  required
                  error={isChecked ? problemIn(problems, 'comment') : undefined}
                  onChange={(comment) => keep({ ...draft, comment })}
                />
                {filing.facts && <FactsPanel facts={filing.facts} hint={t('contestation.factsHint')} />}
              </>
            )}
            <div className={classes.bar}>
              <span className={classes.quiet} style={{ margin: 0 }}>
                {draft.type === 'question' && t('contestation.chosen', { count: chosen })}
                {!isChosenTypeEmpty(draft) && ` · ${t('contestation.kept')}`}
              </span>
              <span className={classes.buttons}>
                {!isChosenTypeEmpty(draft) && (
                  <Button variant="default" onClick={discard}>
                    {t('contestation.discard')}
                  </Button>
                )}
                <Button onClick={proceed}>{t('contestation.proceed')}</Button>
              </span>
            </div>
          </>
        )}
        <RefusalAlert refused={refused} />
      </div>
    </ImageAddressProvider>
  );
}

import './contest-styles.ts';
import { Button, Checkbox, Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { TemplateContest } from '#contract/template-contests.ts';
import type { TemplateQuestion, WholeTemplate } from '#contract/templates.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { ImpactView, useWithEndedSince } from '#web/sittings/impact-view.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import {
  type ContestDraft,
  type ContestDrafts,
  changedQuestions,
  draftsOf,
  isCorrectIn,
  keyOfPosition,
  untouched,
  withCorrect,
  withRemoved,
} from './contest-drafts.ts';
import classes from './exam-papers.module.css';
import { type TemplateIds, useTemplateCalls, useTemplateContest } from './paper-calls.ts';
import { LockedTemplate, TemplateViewButton } from './template-editor-parts.tsx';
import { idsIn, TemplateFrame } from './template-frame.tsx';
import { TemplateQuestionView } from './template-question.tsx';

type ContestedProps = {
  readonly question: TemplateQuestion;
  readonly draft: ContestDraft;
  /** What contestations settled, for the template or for the whole session. */
  readonly ofSession: ContestDraft | undefined;
  readonly onChange: (draft: ContestDraft) => void;
};

function Contested({ question, draft, ofSession = untouched, onChange }: ContestedProps) {
  const { t } = useTranslation();
  const number = question.position;
  return (
    <TemplateQuestionView
      question={question}
      number={number}
      note={
        ofSession !== untouched && <p className={classes.quiet}>{t('templates.settledByContestation')}</p>
      }
      answerTools={({ original }, letter) => {
        const isRemovedElsewhere = ofSession.removed.includes(original);
        const isRemoved = isRemovedElsewhere || draft.removed.includes(original);
        return (
          <span className={classes.answerTools}>
            <Switch
              size="md"
              label={t(isRemovedElsewhere ? 'templates.removedByContestation' : 'templates.counts')}
              aria-label={t('templates.countsAnswer', { letter, number })}
              checked={!isRemoved}
              disabled={isRemovedElsewhere}
              onChange={({ currentTarget }) => onChange(withRemoved(draft, original, !currentTarget.checked))}
            />
            <Checkbox
              size="md"
              label={t('templates.correct')}
              aria-label={t('templates.correctAnswer', { letter, number })}
              checked={isCorrectIn(question, draft, original, ofSession)}
              onChange={({ currentTarget }) =>
                onChange(withCorrect(question, draft, original, currentTarget.checked, ofSession))
              }
            />
          </span>
        );
      }}
    />
  );
}

type ContestProps = {
  readonly template: WholeTemplate;
  readonly ids: TemplateIds;
  readonly contest: TemplateContest;
};

function Contest({ template, ids, contest }: ContestProps) {
  const { t } = useTranslation();
  const calls = useTemplateCalls();
  const withEndedSince = useWithEndedSince();
  const stored = draftsOf(contest.questions);
  const [drafts, setDrafts] = useState<ContestDrafts>(stored);
  const [impact, setImpact] = useState<ImpactSummary>();
  const [isBusy, setBusy] = useState(false);
  const questions = changedQuestions(template, stored, drafts);
  const ofSession = draftsOf(contest.ofSession);

  const busy = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch {
      // The API client reports the error.
    } finally {
      setBusy(false);
    }
  };
  const preview = async () => setImpact(await calls.contest(ids, { questions, preview: true }));
  const write = async () => {
    if (!impact) return;
    try {
      const { changed, endedSince } = await calls.contest(ids, {
        questions,
        preview: false,
        fingerprint: impact.fingerprint,
      });
      setImpact(undefined);
      notifySuccess(withEndedSince(t('templates.contestWritten', { count: changed }), endedSince));
    } catch (error) {
      // The API client has reported the change; the current impact is shown instead.
      if (!(error instanceof ApiError) || error.code !== 'settlement.changedMeanwhile') throw error;
      await preview();
    }
  };

  return (
    <div className={classes.template}>
      <p className={classes.quiet}>{t('templates.contestLead')}</p>
      {template.exams.map((exam) => (
        <section key={exam.index} aria-label={exam.name}>
          <h2 className={classes.heading}>{exam.name}</h2>
          <ol className={classes.questions}>
            {exam.questions.map((question) => {
              const key = keyOfPosition({ index: exam.index, position: question.position });
              return (
                <Contested
                  key={key}
                  question={question}
                  draft={drafts[key] ?? untouched}
                  ofSession={ofSession[key]}
                  onChange={(draft) => setDrafts((before) => ({ ...before, [key]: draft }))}
                />
              );
            })}
          </ol>
        </section>
      ))}
      {(questions.length > 0 || contest.questions.length > 0) && (
        <div className={classes.saveBar}>
          {contest.questions.length > 0 && (
            <Button variant="default" onClick={() => setDrafts({})}>
              {t('templates.takeAllBack')}
            </Button>
          )}
          <Button loading={isBusy} disabled={questions.length === 0} onClick={() => void busy(preview)}>
            {t('templates.showEffect')}
          </Button>
          {questions.length > 0 && (
            <Button variant="default" onClick={() => setDrafts(stored)}>
              {t('templates.discard')}
            </Button>
          )}
        </div>
      )}
      {impact && (
        <Modal
          opened
          size="lg"
          onClose={() => setImpact(undefined)}
          title={t('templates.effect')}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          <ImpactView
            impact={impact}
            pageOf={(query, signal) => calls.contest(ids, { questions, preview: true }, query, signal)}
          />
          <div className={classes.dialogBar}>
            <Button variant="default" onClick={() => setImpact(undefined)}>
              {t('templates.goBack')}
            </Button>
            <Button loading={isBusy} onClick={() => void busy(write)}>
              {t('templates.write')}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}

function Loaded({ template, ids }: { readonly template: WholeTemplate; readonly ids: TemplateIds }) {
  useTranslation();
  const contest = useTemplateContest(ids);
  if (template.begun === 0) return <LockedTemplate>{textOfCode('template.notBegun')}</LockedTemplate>;
  if (contest.isError)
    return (
      <ErrorPanel onRetry={() => void contest.refetch()}>{textsOfError(contest.error).join(' ')}</ErrorPanel>
    );
  if (!contest.isSuccess) return null;
  const key = JSON.stringify(contest.data);
  return <Contest key={key} template={template} ids={ids} contest={contest.data} />;
}

/** Removes answers of a template and corrects its key; every exam made from it is scored again (TMPL-2). */
export function Screen() {
  const ids = idsIn(useScreenAddress('TemplateExamContest').params);
  return (
    <TemplateFrame ids={ids} actions={() => <TemplateViewButton ids={ids} />}>
      {(template) => <Loaded template={template} ids={ids} />}
    </TemplateFrame>
  );
}

import './paper-styles.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateQuestion, WholeTemplate } from '#contract/templates.ts';
import type { EditedQuestion } from '#domain/exam-structure/template-papers.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { SortDownIcon, SortUpIcon, SwapIcon } from '#web/ui/icons.tsx';
import classes from './exam-papers.module.css';
import { type TemplateIds, useTemplateCalls } from './paper-calls.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { LockedTemplate, TemplateViewButton } from './template-editor-parts.tsx';
import { idsIn, TemplateFrame } from './template-frame.tsx';
import { TemplateQuestionView } from './template-question.tsx';

type Exam = WholeTemplate['exams'][number];
type Orders = Readonly<Record<number, readonly EditedQuestion[]>>;

const ordersOf = ({ exams }: WholeTemplate): Orders =>
  Object.fromEntries(
    exams.map(({ index, questions }) => [index, questions.map(({ position }) => ({ from: position }))]),
  );
const isSame = (orders: Orders) =>
  Object.values(orders).every((order) =>
    order.every(({ from, questionId }, index) => from === index + 1 && questionId === undefined),
  );

/** The orders with every question that has a newer version replaced by it. */
const renewed = (orders: Orders, { exams }: WholeTemplate): Orders =>
  Object.fromEntries(
    exams.map(({ index, questions }) => [
      index,
      (orders[index] ?? []).map((entry) => {
        const question = questions.find(({ position }) => position === entry.from);
        return question?.canRenew && entry.questionId === undefined
          ? { ...entry, questionId: question.questionId }
          : entry;
      }),
    ]),
  );

/** Moves an entry by one position. */
function moved(order: readonly EditedQuestion[], at: number, by: 1 | -1): EditedQuestion[] {
  const next = [...order];
  const [entry] = next.splice(at, 1);
  if (entry) next.splice(at + by, 0, entry);
  return next;
}

type ExamEditorProps = {
  readonly exam: Exam;
  readonly order: readonly EditedQuestion[];
  readonly onChange: (order: readonly EditedQuestion[]) => void;
  readonly onReplace: (question: TemplateQuestion) => void;
};

function ExamEditor({ exam, order, onChange, onReplace }: ExamEditorProps) {
  const { t } = useTranslation();
  const withoutReplacement = (from: number) => order.map((entry) => (entry.from === from ? { from } : entry));
  return (
    <section aria-label={exam.name}>
      <h2 className={classes.heading}>{exam.name}</h2>
      <ol className={classes.questions}>
        {order.map(({ from, questionId }, at) => {
          const question = exam.questions.find(({ position }) => position === from);
          if (!question) return null;
          const number = at + 1;
          return (
            <TemplateQuestionView
              key={from}
              question={question}
              number={number}
              note={
                questionId !== undefined && (
                  <p className={classes.text}>
                    <strong>
                      {questionId === question.questionId
                        ? t('templates.renewedBy')
                        : t('templates.replacedBy', { id: questionId })}
                    </strong>{' '}
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => onChange(withoutReplacement(from))}
                    >
                      {t('templates.undo')}
                    </Button>
                  </p>
                )
              }
              tools={
                <>
                  <ActionIcon
                    variant="subtle"
                    disabled={at === 0}
                    aria-label={t('templates.up', { number })}
                    onClick={() => onChange(moved(order, at, -1))}
                  >
                    <SortUpIcon />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    disabled={number === order.length}
                    aria-label={t('templates.down', { number })}
                    onClick={() => onChange(moved(order, at, 1))}
                  >
                    <SortDownIcon />
                  </ActionIcon>
                  <Tooltip label={t('templates.replace')}>
                    <ActionIcon
                      variant="subtle"
                      aria-label={t('templates.replaceQuestion', { number })}
                      onClick={() => onReplace(question)}
                    >
                      <SwapIcon />
                    </ActionIcon>
                  </Tooltip>
                </>
              }
            />
          );
        })}
      </ol>
    </section>
  );
}

type EditorProps = { readonly template: WholeTemplate; readonly ids: TemplateIds };

function Editor({ template, ids }: EditorProps) {
  const { t } = useTranslation();
  const { save } = useTemplateCalls();
  const [orders, setOrders] = useState(() => ordersOf(template));
  const [replacing, setReplacing] = useState<{ index: number; question: TemplateQuestion }>();
  const [isSaving, setSaving] = useState(false);
  const isChanged = !isSame(orders);

  const store = async () => {
    setSaving(true);
    try {
      const saved = await save(template.examCustomId, ids, {
        version: template.version,
        exams: Object.entries(orders).map(([index, questions]) => ({
          index: Number(index),
          questions: questions.map((entry) => ({ ...entry })),
        })),
      });
      if (saved) notifySuccess(t('templates.saved'));
    } catch {
      // The call has reported the error.
    } finally {
      setSaving(false);
    }
  };
  const replace = (index: number, from: number, questionId: number) =>
    setOrders((before) => ({
      ...before,
      [index]: (before[index] ?? []).map((entry) => (entry.from === from ? { from, questionId } : entry)),
    }));
  const chosen = Object.values(orders).flatMap((order) =>
    order.flatMap(({ questionId }) => questionId ?? []),
  );

  const canRenew = template.exams.some(({ questions }) => questions.some((question) => question.canRenew));

  return (
    <div className={classes.template}>
      {canRenew && (
        <div>
          <Button variant="default" onClick={() => setOrders((before) => renewed(before, template))}>
            {t('templates.renew')}
          </Button>
        </div>
      )}
      {template.exams.map((exam) => (
        <ExamEditor
          key={exam.index}
          exam={exam}
          order={orders[exam.index] ?? []}
          onChange={(order) => setOrders((before) => ({ ...before, [exam.index]: order }))}
          onReplace={(question) => setReplacing({ index: exam.index, question })}
        />
      ))}
      {isChanged && (
        <div className={classes.saveBar}>
          {template.waiting > 0 && <span>{t('templates.waitingNote', { count: template.waiting })}</span>}
          <Button loading={isSaving} onClick={() => void store()}>
            {t('templates.save')}
          </Button>
          <Button variant="default" onClick={() => setOrders(ordersOf(template))}>
            {t('templates.discard')}
          </Button>
        </div>
      )}
      {replacing && (
        <ReplaceDialog
          ids={ids}
          index={replacing.index}
          question={replacing.question}
          taken={chosen}
          onClose={() => setReplacing(undefined)}
          onChoose={(questionId) => {
            replace(replacing.index, replacing.question.position, questionId);
            setReplacing(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Reorders the questions of a template and replaces them by others of the same chapter and kind (TMPL-2). */
export function Screen() {
  const { t } = useTranslation();
  const ids = idsIn(useScreenAddress('TemplateExamEdit').params);
  return (
    <TemplateFrame ids={ids} actions={() => <TemplateViewButton ids={ids} />}>
      {(template) =>
        template.isPrinted || template.begun + template.printed > 0 ? (
          <LockedTemplate>{t('templates.locked')}</LockedTemplate>
        ) : (
          <Editor key={template.version} template={template} ids={ids} />
        )
      }
    </TemplateFrame>
  );
}

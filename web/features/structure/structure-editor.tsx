import { Alert, Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Structure } from '#contract/structure.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InfoIcon } from '#web/ui/icons.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { Page } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ChapterCards } from './chapter-cards.tsx';
import { ChapterTable } from './chapter-table.tsx';
import { ExamFacts, ExamFields } from './exam-fields.tsx';
import { FeasibilityPanel } from './feasibility-panel.tsx';
import { fieldId } from './field-id.ts';
import classes from './structure.module.css';
import { formOf, isDifferent, isTouched, problemsOf, type StructureForm } from './structure-form.ts';
import { useSaving } from './structure-saving.ts';
import { TotalsBar } from './totals-bar.tsx';

const missing: readonly string[] = ['structure.durationMissing', 'structure.questionsMissing'];

/** The problems to show now: an empty field is not reported before it was blurred or saved. */
function useProblems(form: StructureForm) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const [insists, setInsists] = useState(false);
  const found = problemsOf(form);
  const shown = found.filter(({ path, error }) => insists || !missing.includes(error) || left.has(path));
  return {
    found,
    shown: shown.length > 0 ? shown : refused,
    leave: (path: string) => setLeft(new Set([...left, path])),
    insist: () => setInsists(true),
    setRefused,
  };
}

/** Shows or edits the structure of one discipline's exam, with live totals and validation. */
export function StructureEditor({ structure }: { readonly structure: Structure }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const actor = useActor();
  const [form, setForm] = useState(() => formOf(structure));
  const problems = useProblems(form);
  const editable = structure.mayEdit;
  const current = useRef({ form, structure });
  current.current = { form, structure };
  useLeaveGuard(
    () => editable && isTouched(current.current.form, current.current.structure),
    t('examStructure.leaveText'),
    // The list and every structure share one path.
    () => true,
  );
  const { saving, send } = useSaving(structure, (saved) => {
    current.current = { form: formOf(saved), structure: saved };
    setForm(formOf(saved));
  });

  const change = (next: StructureForm) => {
    problems.setRefused([]);
    setForm(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving || !editable) return;
    problems.insist();
    const [first] = problems.found;
    if (first) return document.getElementById(fieldId(first.path))?.focus();
    problems.setRefused(await send(form));
  };

  const mayReadBank = may(actor, 'question.read');
  const parts = { form, structure, problems: problems.shown, onChange: change, onLeave: problems.leave };
  return (
    <Page
      title={structure.disciplineDescription}
      description={
        <DescriptionParts>
          <BackLink href={addressOf('DisciplineList')}>{t('examStructure.all')}</BackLink>
          <span className={classes.quiet}>{structure.disciplineCode}</span>
        </DescriptionParts>
      }
      actions={
        <>
          <Button variant="default" component={ScreenLink} href={addressOf('DisciplineManage')}>
            {t('examStructure.manageChapters')}
          </Button>
          {mayReadBank && structure.questions !== null && (
            <Button
              variant="default"
              component={ScreenLink}
              href={addressOf('QuestionPreview', { disciplineId: structure.id })}
            >
              {t('examStructure.samplePaper')}
            </Button>
          )}
        </>
      }
    >
      <form className={classes.editor} noValidate onSubmit={submit}>
        {!editable && (
          <Alert color="brand" variant="light" icon={<InfoIcon />}>
            {t('examStructure.readOnly')}
          </Alert>
        )}
        {editable ? <ExamFields {...parts} /> : <ExamFacts structure={structure} />}
        <TotalsBar
          form={form}
          problems={problems.shown}
          saving={saving}
          saves={
            editable
              ? { touched: isTouched(form, structure), different: isDifferent(form, structure) }
              : undefined
          }
        />
        {form.chapters.length === 0 ? (
          <EmptyState title={t('examStructure.noChapters')}>{t('examStructure.noChaptersHint')}</EmptyState>
        ) : phone ? (
          <ChapterCards {...parts} />
        ) : (
          <ChapterTable {...parts} />
        )}
        <FeasibilityPanel structure={structure} form={form} />
      </form>
    </Page>
  );
}

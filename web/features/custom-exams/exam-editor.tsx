import { Alert, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import { isOf } from '#domain/access/actor.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { InfoIcon, LockIcon } from '#web/ui/icons.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { Page } from '#web/ui/page.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import classes from './custom-exams.module.css';
import { useOffers } from './exam-calls.ts';
import { ExamFields, fieldId } from './exam-fields.tsx';
import { type ExamForm, formOf, isSame } from './exam-form.ts';
import { differentExams, problemsOf } from './exam-form-problems.ts';
import { useExamSaving } from './exam-saving.ts';
import { ExamTotals } from './exam-totals.tsx';
import { OfferPanel } from './offer-panel.tsx';
import { PartList } from './part-list.tsx';
import { SampleDialog } from './sample-dialog.tsx';

type ExamEditorProps = {
  readonly initial: ExamForm;
  /** The stored exam; undefined for a new exam or a copy. */
  readonly item?: CustomExamItem;
  /** The name of the copied exam. */
  readonly copied?: string;
};

/** The problems to show now: an empty field is not reported before it was blurred or saved. */
function useShownProblems(problems: ReturnType<typeof problemsOf>) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [insists, setInsists] = useState(false);
  const isEmptiness = (error: string) => error.startsWith('validation.') || error === 'customExam.empty';
  return {
    shown: problems.filter(({ path, error }) => insists || !isEmptiness(error) || left.has(path)),
    leave: (path: string) => setLeft((before) => new Set(before).add(path)),
    setInsists,
  };
}

/** The exam editor: the section's disciplines on the left, the exam on the right. */
export function ExamEditor({ initial, item, copied }: ExamEditorProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const actor = useActor();
  const [stored, setStored] = useState(item);
  const [baseline, setBaseline] = useState(initial);
  const [form, setForm] = useState(initial);
  const [sampling, setSampling] = useState(false);
  const [announcement, announce] = useState('');
  const offers = useOffers(form.sectionId);
  const problems = problemsOf(form, offers.data?.disciplines);
  const different = useMemo(() => differentExams(form, offers.data?.disciplines), [form, offers.data]);
  const { shown, leave, setInsists } = useShownProblems(problems);
  const mayOverride = isOf(actor, 'admin');
  const isFrozen = stored?.frozen != null && !mayOverride;
  const isChanged = stored === undefined || !isSame(form, baseline);

  const unsaved = useRef(false);
  unsaved.current = !isSame(form, stored ? baseline : initial) || (copied !== undefined && !stored);
  useLeaveGuard(
    () => unsaved.current,
    t('customExams.leaveText'),
    // The list and every exam share one path.
    () => true,
  );

  const settle = (saved: CustomExamItem) => {
    const next = formOf(saved);
    setStored(saved);
    setBaseline(next);
    setForm(next);
    setInsists(false);
  };
  const saving = useExamSaving(mayOverride, (saved) => {
    unsaved.current = false;
    settle(saved);
    if (!stored) void goTo(addressOf('CustomExams', { examId: saved.id }), { replace: true });
  });
  const change = (next: ExamForm) => {
    saving.forgive();
    setForm(next);
  };
  const problemAt = (path: string) => {
    const own = shown.find((one) => one.path === path);
    return saving.refusedAt(path) ?? (own && textOfCode(own.error, own.params));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.saving || !isChanged) return;
    setInsists(true);
    const [first] = problems;
    if (first) document.getElementById(fieldId(first.path))?.focus();
    else void saving.send(form, stored);
  };

  const first = shown[0];
  const editing = { form, onChange: change, problemAt, isFrozen };
  return (
    <Page
      title={stored?.examName ?? t(copied === undefined ? 'customExams.new' : 'customExams.newCopy')}
      description={<BackLink href={addressOf('CustomExams')}>{t('customExams.all')}</BackLink>}
    >
      <form className={classes.editor} noValidate onSubmit={submit}>
        {copied !== undefined && !stored && (
          <Alert color="brand" variant="light" icon={<InfoIcon />}>
            {t('customExams.copied', { name: copied })}
          </Alert>
        )}
        {stored?.frozen && (
          <Alert color="yellow" variant="light" icon={<LockIcon />}>
            {t(mayOverride ? 'customExams.frozenAdmin' : 'customExams.frozenText', {
              session: stored.frozen.session,
              until: formatDateTime(stored.frozen.until),
            })}
          </Alert>
        )}
        {saving.conflict && saving.theirForm && stored && (
          <ConflictPanel
            by={saving.conflict.by}
            mine={form}
            theirs={saving.theirForm}
            stored={[stored, saving.conflict.theirs]}
            onSaveMine={() =>
              void saving.send(form, { id: stored.id, version: saving.conflict?.theirs.version ?? 0 })
            }
            onTakeTheirs={() => {
              if (saving.conflict) settle(saving.conflict.theirs);
              saving.forgetConflict();
            }}
          />
        )}
        <ExamFields {...editing} onLeave={leave} />
        <ExamTotals
          form={form}
          different={different}
          problem={first && textOfCode(first.error, first.params)}
          isChanged={isChanged}
          isNew={stored === undefined}
          saving={saving.saving}
          onSample={() => setSampling(true)}
          canSample={problems.length === 0}
        />
        <div className={classes.columns}>
          <OfferPanel form={form} offers={offers.data?.disciplines} onChange={change} isFrozen={isFrozen} />
          <PartList {...editing} mayEditPercent={offers.data?.mayEditPercent ?? false} announce={announce} />
        </div>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </form>
      {sampling && <SampleDialog form={form} onClose={() => setSampling(false)} />}
    </Page>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { confirm } from '#web/ui/confirm.ts';
import { fetchExam, fetchImpact, type Stored, useExamCalls } from './exam-calls.ts';
import { type ExamForm, formOf } from './exam-form.ts';
import { groupField, questionsField } from './exam-form-problems.ts';

/** Another user saved a newer version in the meantime: that version, for comparison. */
export type Conflict = { readonly theirs: CustomExamItem; readonly by: string };

/** The form field that a problem from the server refers to. */
function fieldOf({ integrativeGroups, sumativeDisciplines }: PartsByKind, path: string): string {
  const [list, index, , line] = path.split('.');
  if (list === 'sumativeDisciplines') {
    const found = sumativeDisciplines[Number(index)];
    return found ? questionsField(found.pkDiscipline) : 'parts';
  }
  if (list !== 'integrativeGroups') return path;
  const group = integrativeGroups[Number(index)];
  const found = group?.lines[Number(line)];
  return found ? questionsField(found.pkDiscipline) : groupField(group?.key ?? 0);
}
type PartsByKind = {
  readonly integrativeGroups: ExamForm['parts'];
  readonly sumativeDisciplines: ExamForm['parts'][number]['lines'];
};
const partsByKind = ({ parts }: ExamForm): PartsByKind => ({
  integrativeGroups: parts.filter(({ groupName }) => groupName !== undefined),
  sumativeDisciplines: parts.flatMap(({ groupName, lines }) => (groupName === undefined ? lines : [])),
});

/** Shows an administrator which papers would be redrawn, and asks for confirmation. */
function useOverrideQuestion() {
  const { t } = useTranslation();
  return async (id: number, form: ExamForm): Promise<boolean> => {
    const impact = await fetchImpact(id, form);
    const named = impact.students
      .slice(0, 8)
      .map(({ studentName, startsAt }) => `${studentName} (${formatDateTime(startsAt)})`);
    const more = impact.papers - named.length;
    return confirm({
      title: t('customExams.overrideTitle'),
      message: [
        t('customExams.overrideText', {
          session: impact.frozen?.session ?? '',
          until: impact.frozen ? formatDateTime(impact.frozen.until) : '',
        }),
        impact.papers === 0
          ? t('customExams.noPapers')
          : t('customExams.papers', {
              count: impact.papers,
              names: named.join(', ') + (more > 0 ? ` +${more}` : ''),
            }),
        ...(impact.templates > 0 ? [t('customExams.templates', { count: impact.templates })] : []),
        ...(impact.printed > 0 ? [t('customExams.printed', { count: impact.printed })] : []),
      ].join(' '),
      confirmLabel: t('customExams.override'),
      declineLabel: t('customExams.overrideNot'),
      danger: true,
    });
  };
}

/** Saves the exam. The outcome is saved, refused with field problems, or a conflict with another user's save. */
export function useExamSaving(mayOverride: boolean, onSaved: (saved: CustomExamItem) => void) {
  const { t } = useTranslation();
  const { save } = useExamCalls();
  const asksOverride = useOverrideQuestion();
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);

  const attempt = async (form: ExamForm, stored: Stored | undefined, override: boolean): Promise<void> => {
    try {
      const saved = await save(form, stored, override);
      setConflict(undefined);
      onSaved(saved);
      notifySuccess(
        t(stored ? 'customExams.saved' : 'customExams.created', { name: saved.examName }),
        t('customExams.savedTitle'),
      );
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (error instanceof ApiError && code === 'customExam.changed' && stored) {
        const theirs = await fetchExam(stored.id).catch(() => undefined);
        if (theirs) {
          setConflict({ theirs, by: String(error.params.by ?? '') });
          return;
        }
      }
      if (code === 'customExam.frozen' && mayOverride && stored && !override) {
        if (await asksOverride(stored.id, form)) await attempt(form, stored, true);
        return;
      }
      const problems = error instanceof ApiError ? error.errors : [];
      setRefused(problems.map((one) => ({ ...one, path: fieldOf(partsByKind(form), one.path) })));
      notifyError([t('customExams.notSaved'), ...textsOfError(error)].join(' '));
    }
  };
  const send = async (form: ExamForm, stored: Stored | undefined): Promise<void> => {
    setSaving(true);
    setRefused([]);
    try {
      await attempt(form, stored, false);
    } finally {
      setSaving(false);
    }
  };
  return {
    saving,
    send,
    conflict,
    theirForm: conflict && formOf(conflict.theirs),
    forgetConflict: () => setConflict(undefined),
    refusedAt: (path: string) => {
      const found = refused.find((one) => one.path === path);
      return found && textOfCode(found.error, found.params);
    },
    forgive: () => setRefused([]),
  };
}

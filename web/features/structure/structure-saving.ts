import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Structure } from '#contract/structure.ts';
import { isOf } from '#domain/access/actor.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { namedStudents } from '#web/base/named-students.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { confirm } from '#web/ui/confirm.ts';
import { fetchPapers, useSaveStructure } from './structure-calls.ts';
import { draftOf, type StructureForm } from './structure-form.ts';

/** Shows an administrator which papers would be drawn again, and asks for confirmation. */
function useOverrideQuestion() {
  const { t } = useTranslation();
  return async (id: number): Promise<boolean> => {
    const { frozen, papers, templates, printed, students } = await fetchPapers(id);
    const names = namedStudents(students, papers);
    const until = frozen ? formatDateTime(frozen.until) : '';
    return confirm({
      title: t('examStructure.overrideTitle'),
      message: [
        t('examStructure.overrideText', { exam: frozen?.exam ?? '', until }),
        papers === 0 ? t('examStructure.noPapers') : t('examStructure.papers', { count: papers, names }),
        ...(templates > 0 ? [t('examStructure.templates', { count: templates })] : []),
        ...(printed > 0 ? [t('examStructure.printed', { count: printed })] : []),
      ].join(' '),
      confirmLabel: t('examStructure.override'),
      declineLabel: t('examStructure.overrideNot'),
      danger: true,
    });
  };
}

/** Saves the structure; returns what the server found wrong. What is frozen an administrator may change after confirming. */
export function useSaving(structure: Structure, onSaved: (saved: Structure) => void) {
  const { t } = useTranslation();
  const mayOverride = isOf(useActor(), 'admin');
  const save = useSaveStructure(structure.id);
  const asksOverride = useOverrideQuestion();
  const [saving, setSaving] = useState(false);
  const attempt = async (form: StructureForm, override: boolean): Promise<readonly FieldProblem[]> => {
    try {
      const saved = await save(draftOf(form), override);
      onSaved(saved);
      notifySuccess(
        t('examStructure.saved', {
          discipline: saved.disciplineDescription,
          questions: saved.questions ?? 0,
          minutes: saved.examDuration ?? 0,
        }),
        t('examStructure.savedTitle'),
      );
      return [];
    } catch (error) {
      const isFrozen = error instanceof ApiError && error.code === 'structure.frozen';
      if (isFrozen && mayOverride && !override)
        return (await asksOverride(structure.id)) ? attempt(form, true) : [];
      notifyError([t('examStructure.notSaved'), ...textsOfError(error)].join(' '));
      return error instanceof ApiError ? error.errors : [];
    }
  };
  const send = async (form: StructureForm): Promise<readonly FieldProblem[]> => {
    setSaving(true);
    try {
      return await attempt(form, false);
    } finally {
      setSaving(false);
    }
  };
  return { saving, send };
}

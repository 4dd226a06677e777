import { useTranslation } from 'react-i18next';
import type { ExamForm, PartForm } from './exam-form.ts';
import { withPartAt } from './exam-form-changes.ts';

export type EditorContext = {
  readonly form: ExamForm;
  readonly onChange: (form: ExamForm) => void;
  readonly problemAt: (path: string) => string | undefined;
  readonly isFrozen: boolean;
  readonly mayEditPercent: boolean;
  /** Announces moves to screen readers. */
  readonly announce: (text: string) => void;
};

/** How a part moves among the parts of the exam. */
export function usePartMoves(part: PartForm, name: string, { form, onChange, announce }: EditorContext) {
  const { t } = useTranslation();
  const index = form.parts.indexOf(part);
  const nameOf = (moved: PartForm | undefined) =>
    moved?.groupName?.trim() || moved?.lines[0]?.name || t('customExams.unnamedGroup');
  const move = (key: number, to: number, moved: string) => {
    onChange(withPartAt(form, key, to));
    announce(t('customExams.moved', { name: moved, index: to + 1, count: form.parts.length }));
  };
  return {
    index,
    onMove: (to: number) => move(part.key, to, name),
    onDropped: (key: number) => move(key, index, nameOf(form.parts.find((one) => one.key === key))),
  };
}

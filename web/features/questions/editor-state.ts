import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question, QuestionVersion } from '#contract/questions.ts';
import { missingAnswers } from '#domain/question-bank/question-draft.ts';
import { ApiError } from '#web/base/api-error.ts';
import { rememberStudyPlace, type StoredDraft, type StudyPlace } from './draft-memory.ts';
import { useDraftAutosave } from './editor-draft.ts';
import {
  noProblems,
  ownProblems,
  type ProblemField,
  type ProblemsByField,
  refusedProblems,
} from './field-problems.ts';
import { type ImageTarget, useImageUploads } from './image-upload.ts';
import { fetchQuestion, useQuestionCalls } from './question-calls.ts';
import {
  changeLine,
  emptyForm,
  formOf,
  formProblems,
  isSame,
  type QuestionForm,
  type Step,
  writtenAnswers,
} from './question-form.ts';

type Stored = { readonly id: number; readonly version: number };
/** Another user saved a newer version in the meantime: that version, for comparison. */
export type Conflict = { readonly theirs: Question; readonly by: string };

/** Focuses a line once it is rendered. */
function useLineFocus() {
  const fields = useRef(new Map<number, HTMLTextAreaElement>());
  const [focusTarget, setFocusTarget] = useState<{ readonly key: number }>();
  useEffect(() => {
    if (focusTarget) fields.current.get(focusTarget.key)?.focus();
  }, [focusTarget]);
  return {
    register: (key: number) => (field: HTMLTextAreaElement | null) => {
      if (field) fields.current.set(key, field);
      else fields.current.delete(key);
    },
    focus: (key: number | undefined) => {
      if (key !== undefined) setFocusTarget({ key });
    },
  };
}

/** State and actions of the editor, shared by its parts. */
export function useQuestionEditor(
  question: Question | undefined,
  studyPlace: StudyPlace,
  draftBefore: StoredDraft | undefined,
) {
  const { t } = useTranslation();
  const calls = useQuestionCalls();
  const [baseline, setBaseline] = useState(() =>
    question ? formOf(question) : emptyForm(studyPlace.disciplineId, studyPlace.chapterId),
  );
  // A draft equal to the stored question is not a draft.
  const [restored] = useState(() =>
    draftBefore && !isSame(draftBefore.form, baseline) ? draftBefore : undefined,
  );
  const [form, setForm] = useState(restored?.form ?? baseline);
  const [stored, setStored] = useState<Stored | undefined>(
    question && { id: question.id, version: restored?.version ?? question.version },
  );
  const [restoredAt, setRestoredAt] = useState(restored?.keptAt);
  const [refused, setRefused] = useState<ProblemsByField>(noProblems);
  const [touched, setTouched] = useState<ReadonlySet<ProblemField>>(new Set());
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [announcement, setAnnouncement] = useState('');
  const lines = useLineFocus();

  const dirty = !isSame(form, baseline);
  const draft = useDraftAutosave(question?.id, { form, version: stored?.version, dirty });

  const forgive = (spot: ProblemField) =>
    setRefused((before) => {
      if (!before.at.has(spot)) return before;
      const at = new Map(before.at);
      at.delete(spot);
      return { ...before, at };
    });

  const change = (changes: Partial<QuestionForm>, spot?: ProblemField) => {
    draft.resume();
    setForm((before) => ({ ...before, ...changes }));
    if (spot) forgive(spot);
  };

  const step = (edit: (form: QuestionForm) => Step) => {
    draft.resume();
    const { form: next, focus } = edit(form);
    setForm(next);
    lines.focus(focus);
  };

  const setImage = (target: ImageTarget, image: string | null) => {
    draft.resume();
    setForm((before) =>
      target === 'question' ? { ...before, image } : changeLine(before, target, { image }),
    );
    forgive(target === 'question' ? 'image' : `answer.${target}`);
  };
  const uploads = useImageUploads(setImage);

  const problems = formProblems(form);
  const own = ownProblems(problems, form);
  const missing = missingAnswers(writtenAnswers(form));

  /** The problem at a spot: the server's, or the form's own once the author has visited the spot. */
  const problemAt = (spot: ProblemField): string | undefined =>
    refused.at.get(spot) ?? (touched.has(spot) || spot.startsWith('answer.') ? own.at.get(spot) : undefined);

  const settleAs = async (saved: Question) => {
    const next = formOf(saved);
    // A page that is closed right after saying "saved" must not bring the draft back.
    await draft.settle();
    setBaseline(next);
    setForm(next);
    setStored({ id: saved.id, version: saved.version });
    setRestoredAt(undefined);
    setConflict(undefined);
    setRefused(noProblems);
    setTouched(new Set());
  };

  /** Saves. Resolves to the saved question, or to undefined when the server refused it; the form then shows why. */
  const save = async (over?: Stored): Promise<Question | undefined> => {
    setSaving(true);
    setRefused(noProblems);
    try {
      const saved = await calls.save(form, over ?? stored);
      rememberStudyPlace({ disciplineId: saved.pkDiscipline, chapterId: saved.chapterId });
      await settleAs(saved);
      return saved;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'question.changed' && stored) {
        const theirs = await fetchQuestion(stored.id).catch(() => undefined);
        if (theirs) setConflict({ theirs, by: String(error.params.by ?? '') });
      }
      setRefused(refusedProblems(error, form));
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  /** Starts the next question of the same chapter. */
  const reset = () => {
    void draft.settle();
    const next = emptyForm(form.disciplineId, form.chapterId);
    setBaseline(next);
    setForm(next);
    setStored(undefined);
    setTouched(new Set());
  };

  return {
    form,
    change,
    step,
    lines,
    stored,
    dirty,
    isDirty: draft.isDirty,
    missing,
    problemAt,
    forgive,
    touch: (spot: ProblemField) => setTouched((before) => new Set(before).add(spot)),
    refusals: refused.others,
    setImage,
    uploads,
    mayBeSaved: problems.length === 0 && !uploads.isRunning && !saving,
    saving,
    save,
    reset,
    /** Loads an earlier version into the form; saving creates a new version. */
    restore: (version: QuestionVersion) => {
      if (!question) return;
      draft.resume();
      const { disciplineId, chapterId, examOnly } = form;
      setForm({ ...formOf({ ...question, ...version }), disciplineId, chapterId, examOnly });
      setRefused(noProblems);
    },
    restoredAt,
    discardDraft: async () => {
      await draft.settle();
      uploads.forget('question');
      setForm(baseline);
      if (question) setStored({ id: question.id, version: question.version });
      setRestoredAt(undefined);
      setRefused(noProblems);
    },
    conflict,
    takeTheirs: () => conflict && settleAs(conflict.theirs),
    announcement,
    announce: (isCorrect: boolean, position: number, count: number) =>
      setAnnouncement(t(isCorrect ? 'questions.nowCorrect' : 'questions.nowFalse', { position, count })),
  };
}

export type QuestionEditorState = ReturnType<typeof useQuestionEditor>;

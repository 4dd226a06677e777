import { type SignIn, signedIn } from '#web/base/sign-in-state.ts';
import { type Notes, openNotes } from '#web/base/storage/private-notes.ts';
import type { QuestionForm } from './question-form.ts';

/** An unsaved draft and the version it is based on. */
export type StoredDraft = {
  readonly form: QuestionForm;
  readonly version: number | undefined;
  readonly keptAt: string;
};

/** The stored draft of one question; only its author can read it on a shared computer. */
export type DraftMemory = {
  readonly read: () => Promise<StoredDraft | undefined>;
  readonly keep: (form: QuestionForm, version: number | undefined) => void;
  /** Resolves once the draft cannot come back. */
  readonly forget: () => Promise<void>;
};

let opened: { readonly signIn: SignIn; readonly notes: Promise<Notes> } | undefined;

/** Opens a user's notes once, so that operations on them run in order. */
function notesOf(signIn: SignIn): Promise<Notes> {
  if (opened?.signIn.profile.storageOwner !== signIn.profile.storageOwner)
    opened = { signIn, notes: openNotes(signIn) };
  return opened.notes;
}

export function draftMemory(questionId: number | undefined): DraftMemory {
  const name = `questionDraft.${questionId ?? 'new'}`;
  const signIn = signedIn();
  const withNotes = async <T>(work: (notes: Notes) => Promise<T>): Promise<T | undefined> => {
    // If the browser stores nothing, the draft is just not restored; leaving the page still asks for confirmation.
    return (
      signIn &&
      notesOf(signIn)
        .then(work)
        .catch(() => undefined)
    );
  };
  return {
    read: async () => {
      const draft = await withNotes((notes) => notes.read<StoredDraft>(name));
      return draft && Array.isArray(draft.form.answers) ? draft : undefined;
    },
    keep: (form, version) => {
      const draft: StoredDraft = { form, version, keptAt: new Date().toISOString() };
      void withNotes((notes) => notes.keep(name, draft));
    },
    forget: async () => {
      await withNotes((notes) => notes.forget(name));
    },
  };
}

const studyPlaceKey = 'questionPlace';
export type StudyPlace = { readonly disciplineId: number | null; readonly chapterId: number | null };

/** The discipline and chapter of the last question written, used as the default for the next one. */
export function lastStudyPlace(): StudyPlace {
  try {
    const studyPlace: Partial<StudyPlace> | null = JSON.parse(
      sessionStorage.getItem(studyPlaceKey) ?? 'null',
    );
    return { disciplineId: studyPlace?.disciplineId ?? null, chapterId: studyPlace?.chapterId ?? null };
  } catch {
    return { disciplineId: null, chapterId: null };
  }
}

export function rememberStudyPlace(studyPlace: StudyPlace): void {
  sessionStorage.setItem(studyPlaceKey, JSON.stringify(studyPlace));
}

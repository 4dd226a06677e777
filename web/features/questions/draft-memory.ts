import { signedIn } from '#web/app/sign-in-state.ts';
import type { QuestionForm } from './question-form.ts';

/** What was typed and not saved yet, and the version it began with. */
export type KeptDraft = {
  readonly form: QuestionForm;
  readonly version: number | undefined;
  readonly keptAt: string;
};

/** Drafts belong to a person and a question, so that nobody at the same computer is offered another's. */
export const draftKey = (questionId: number | undefined) =>
  `questionDraft.${signedIn()?.actor.userId ?? 0}.${questionId ?? 'new'}`;

/** Remembers a draft in this browser; a full storage only means that it is not remembered. */
export function keepDraft(key: string, form: QuestionForm, version: number | undefined): void {
  const draft: KeptDraft = { form, version, keptAt: new Date().toISOString() };
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Whoever leaves the page is still asked.
  }
}

export function forgetDraft(key: string): void {
  localStorage.removeItem(key);
}

/** The draft this browser remembers, if there is one that can be read. */
export function keptDraft(key: string): KeptDraft | undefined {
  try {
    const draft: KeptDraft | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    return draft && Array.isArray(draft.form.answers) ? draft : undefined;
  } catch {
    return undefined;
  }
}

const placeKey = 'questionPlace';
export type Place = { readonly disciplineId: number | null; readonly chapterId: number | null };

/** The discipline and chapter a question was last written in, offered for the next one. */
export function lastPlace(): Place {
  try {
    const place: Partial<Place> | null = JSON.parse(localStorage.getItem(placeKey) ?? 'null');
    return { disciplineId: place?.disciplineId ?? null, chapterId: place?.chapterId ?? null };
  } catch {
    return { disciplineId: null, chapterId: null };
  }
}

export function rememberPlace(place: Place): void {
  localStorage.setItem(placeKey, JSON.stringify(place));
}

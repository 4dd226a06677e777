import { type Actor, isOf } from './actor.ts';

/** What a teacher is to a discipline. */
export type Part = 'holder' | 'collaborator' | undefined;

/** Holders and collaborators see the questions of their disciplines; admins see all. */
export function mayReadQuestions(actor: Actor, part: Part): boolean {
  return isOf(actor, 'admin') || (isOf(actor, 'teacher') && part !== undefined);
}

/** Holders and collaborators add questions to their disciplines; admins to all. */
export function mayAddQuestions(actor: Actor, part: Part): boolean {
  return mayReadQuestions(actor, part);
}

/** A holder edits every question of the discipline, a collaborator the ones they added. */
export function mayEditQuestion(actor: Actor, part: Part, addedBy: number | null): boolean {
  if (isOf(actor, 'admin')) return true;
  return (
    isOf(actor, 'teacher') && (part === 'holder' || (part === 'collaborator' && addedBy === actor.userId))
  );
}

/** Admins and the dean's office edit any structure, a holder their own; everybody else reads. */
export function mayEditStructure(actor: Actor, part: Part): boolean {
  return isOf(actor, 'admin') || isOf(actor, 'dean') || (isOf(actor, 'teacher') && part === 'holder');
}

/** Chapters divide the bank, so that they are the holder's, as the structure is; the dean's office has no bank. */
export function mayEditChapters(actor: Actor, part: Part): boolean {
  return isOf(actor, 'admin') || (isOf(actor, 'teacher') && part === 'holder');
}

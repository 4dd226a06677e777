import { type Actor, isOf } from './actor.ts';

/** A teacher's role in a discipline. */
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

/** Admins and the dean's office edit any structure, a holder their own; others have read access. */
export function mayEditStructure(actor: Actor, part: Part): boolean {
  return isOf(actor, 'admin') || isOf(actor, 'dean') || (isOf(actor, 'teacher') && part === 'holder');
}

/** Chapters divide the bank, so holders edit them, as they do the structure. The dean's office has no bank. */
export function mayEditChapters(actor: Actor, part: Part): boolean {
  return isOf(actor, 'admin') || (isOf(actor, 'teacher') && part === 'holder');
}

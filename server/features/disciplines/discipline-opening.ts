import { type TeachingDraft, teachingProblems } from '#domain/disciplines/discipline-draft.ts';
import { enteredInDiscipline } from '#server/bank/entered.ts';
import { opening } from '#server/crud/opening.ts';
import { chaptersAreEditable } from '#server/scopes/chapter-scope.ts';
import { disciplineScope } from '#server/scopes/discipline-scope.ts';

type DisciplineDraft = TeachingDraft & {
  readonly collegeId: number;
  readonly sectionId: number;
  readonly series: readonly number[];
  readonly year: number;
};

/**
 * Disciplines are managed by secretaries within their scope. Where one is taught stays as it is once an exam uses it: any
 * table that refers to the discipline and would keep it from being deleted counts, apart from its own chapters.
 */
export const disciplineOpening = opening<DisciplineDraft>({
  scope: disciplineScope,
  scopeField: 'year',
  check: teachingProblems,
  placed: { fields: ['sectionId', 'series'], refusal: 'discipline.placeInUse' },
  told: {
    questionCount: (sql, _viewer, row) => enteredInDiscipline(sql, sql`${sql(`${row}.id`)}`),
    mayEdit: (sql, viewer, row) => disciplineScope(sql, viewer, row, 'write') ?? sql`true`,
    mayEditChapters: (sql, { actor }, row) => chaptersAreEditable(sql, actor, sql`${sql(`${row}.id`)}`),
  },
});

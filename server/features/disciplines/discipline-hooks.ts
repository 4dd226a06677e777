import { type TeachingDraft, teachingProblems } from '#domain/disciplines/discipline-draft.ts';
import { enteredInDiscipline } from '#server/bank/question-counts.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import { chaptersAreEditable } from '#server/scopes/chapter-scope.ts';
import { disciplineScope } from '#server/scopes/discipline-scope.ts';

type DisciplineDraft = TeachingDraft & {
  readonly collegeId: number;
  readonly sectionId: number;
  readonly series: readonly number[];
  readonly year: number;
};

/** Secretaries manage disciplines within their scope. */
export const disciplineHooks = entityHooks<DisciplineDraft>({
  scope: disciplineScope,
  scopeField: 'year',
  check: teachingProblems,
  computed: {
    questionCount: (sql, _viewer, row) => enteredInDiscipline(sql, sql`${sql(`${row}.id`)}`),
    mayEdit: (sql, viewer, row) => disciplineScope(sql, viewer, row, 'write') ?? sql`true`,
    mayEditChapters: (sql, { actor }, row) => chaptersAreEditable(sql, actor, sql`${sql(`${row}.id`)}`),
  },
});

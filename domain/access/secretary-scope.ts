/**
 * One assignment of a secretary: a college and, within it, as much as is named.
 * An undefined section, no series or year 0 leave that part open.
 */
export type Assignment = {
  readonly collegeId: number;
  readonly sectionId: number | undefined;
  readonly seriesIds: readonly number[];
  readonly year: number;
};

/** The study place of a student, an appointment or a custom exam. */
export type StudyPlace = {
  readonly collegeId: number;
  readonly sectionId: number;
  readonly seriesId: number;
  readonly year: number;
};

/** Whether one assignment covers a study place. */
function reaches(assignment: Assignment, studyPlace: StudyPlace): boolean {
  return (
    assignment.collegeId === studyPlace.collegeId &&
    (assignment.sectionId === undefined || assignment.sectionId === studyPlace.sectionId) &&
    (assignment.seriesIds.length === 0 || assignment.seriesIds.includes(studyPlace.seriesId)) &&
    (assignment.year === 0 || assignment.year === studyPlace.year)
  );
}

/** A secretary sees the union of their assignments; nothing without one. */
export function inScope(assignments: readonly Assignment[], studyPlace: StudyPlace): boolean {
  return assignments.some((assignment) => reaches(assignment, studyPlace));
}

/** Where a discipline is taught: to one or several series of one section. */
export type TaughtPlace = Omit<StudyPlace, 'seriesId'> & { readonly seriesIds: readonly number[] };

/**
 * A secretary sees a discipline when an assignment covers its study place and, if it names series, at least one of the
 * discipline's series.
 */
export function disciplineInScope(assignments: readonly Assignment[], taught: TaughtPlace): boolean {
  return assignments.some(
    ({ collegeId, sectionId, seriesIds, year }) =>
      collegeId === taught.collegeId &&
      (sectionId === undefined || sectionId === taught.sectionId) &&
      (year === 0 || year === taught.year) &&
      (seriesIds.length === 0 || seriesIds.some((id) => taught.seriesIds.includes(id))),
  );
}

/**
 * A secretary changes a discipline only when all its series are in their scope, because others' students take it too.
 */
export function managesDiscipline(assignments: readonly Assignment[], taught: TaughtPlace): boolean {
  return (
    disciplineInScope(assignments, taught) &&
    taught.seriesIds.every((seriesId) => inScope(assignments, { ...taught, seriesId }))
  );
}

/** A secretary sees every college they have an assignment in. */
export function collegeInScope(assignments: readonly Assignment[], collegeId: number): boolean {
  return assignments.some((assignment) => assignment.collegeId === collegeId);
}

/** A secretary sees the sections assigned to them, or all sections of a college assigned as a whole. */
export function sectionInScope(
  assignments: readonly Assignment[],
  { collegeId, sectionId }: Pick<StudyPlace, 'collegeId' | 'sectionId'>,
): boolean {
  return assignments.some(
    (assignment) =>
      assignment.collegeId === collegeId &&
      (assignment.sectionId === undefined || assignment.sectionId === sectionId),
  );
}

/** The assignments that make a general secretary: for every year of study and not limited to series. */
export function generalAssignments(assignments: readonly Assignment[]): readonly Assignment[] {
  return assignments.filter((assignment) => assignment.year === 0 && assignment.seriesIds.length === 0);
}

/**
 * A general secretary manages the secretaries of their own college. If their assignment names a section, only those of
 * that section, so that they cannot widen their own scope.
 */
export function managesSecretary(
  assignments: readonly Assignment[],
  secretary: Pick<Assignment, 'collegeId' | 'sectionId'>,
): boolean {
  return generalAssignments(assignments).some(
    (assignment) =>
      assignment.collegeId === secretary.collegeId &&
      (assignment.sectionId === undefined || assignment.sectionId === secretary.sectionId),
  );
}

/**
 * The Year claim of a secretary: 0 when one assignment leaves the year open, otherwise the lowest assigned year. It
 * never widens their scope, which is the union of the assignments.
 */
export function yearClaim(assignments: readonly Pick<Assignment, 'year'>[]): number {
  return assignments.length === 0 ? 0 : Math.min(...assignments.map((assignment) => assignment.year));
}

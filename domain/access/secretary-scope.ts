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

/** Where a student, an appointment or a custom exam stands in the university. */
export type Place = {
  readonly collegeId: number;
  readonly sectionId: number;
  readonly seriesId: number;
  readonly year: number;
};

/** Whether one assignment reaches a place. */
function reaches(assignment: Assignment, place: Place): boolean {
  return (
    assignment.collegeId === place.collegeId &&
    (assignment.sectionId === undefined || assignment.sectionId === place.sectionId) &&
    (assignment.seriesIds.length === 0 || assignment.seriesIds.includes(place.seriesId)) &&
    (assignment.year === 0 || assignment.year === place.year)
  );
}

/** A secretary sees the union of their assignments, and nothing without one. */
export function inScope(assignments: readonly Assignment[], place: Place): boolean {
  return assignments.some((assignment) => reaches(assignment, place));
}

/**
 * The Year claim of a secretary: 0 as soon as one assignment leaves the year open, otherwise the lowest assigned year.
 * It never widens what they see: the scope is always the union of the assignments.
 */
export function yearClaim(assignments: readonly Assignment[]): number {
  return assignments.length === 0 ? 0 : Math.min(...assignments.map((assignment) => assignment.year));
}

import { isAnotherPerson, type Person, type StudentDraft } from './judge-student.ts';
import { identityOf, importKey } from './student-cells.ts';
import type { StudentCells } from './student-columns.ts';
import { type StudentProblem, studentProblem } from './student-problems.ts';

type Enrolment = Person & Pick<StudentDraft, 'collegeId' | 'sectionId' | 'externalId' | 'matricol'>;

/** A row that was accepted, as it is stored. */
export type AcceptedRow = {
  readonly line: number;
  readonly cells: StudentCells;
  readonly problems: readonly StudentProblem[];
  readonly studentId: number | null;
  readonly collegeId: number;
  readonly sectionId: number;
};

/**
 * Finds rows that repeat an enrolment or give one address to two people. The first accepted row counts: one that is refused
 * for another reason is not remembered.
 */
export class RowsBefore {
  private readonly lines = new Map<string, number>();
  private readonly people = new Map<string, { person: Person; line: number }>();

  /** The problems of a row with those before it; a row without any is remembered. */
  check(draft: Enrolment, studentId: number | null, line: number): StudentProblem[] {
    const keys = [
      ...(studentId === null ? [] : [`id ${studentId}`]),
      ...(draft.externalId === null ? [] : [`code ${importKey(draft.externalId)}`]),
      ...(draft.matricol === null ? [] : [`number ${draft.collegeId} ${importKey(draft.matricol)}`]),
      ...(draft.externalId === null && draft.matricol === null ? [`${draft.email} ${draft.sectionId}`] : []),
    ];
    const earlier = keys.map((key) => this.lines.get(key)).find((one) => one !== undefined);
    if (earlier !== undefined) return [studentProblem(null, 'repeatedInFile', { line: earlier })];
    const before = this.people.get(draft.email);
    if (before && isAnotherPerson(before.person, draft))
      return [studentProblem('email', 'addressOfAnother', { line: before.line })];
    for (const key of keys) this.lines.set(key, line);
    const { cnp, email, lastName, firstName } = draft;
    if (!before) this.people.set(email, { person: { cnp, email, lastName, firstName }, line });
    return [];
  }

  /**
   * Remembers a row that an earlier run accepted. Where its code or number was taken from the stored student, the student's
   * id stands for it.
   */
  remember({ line, cells, problems, studentId, collegeId, sectionId }: AcceptedRow): void {
    const identity = identityOf(cells);
    const restored = problems.find(({ column, code }) => column === 'cnp' && code === 'zeroRestored');
    const cnp = restored ? String(restored.params.value) : identity.cnp;
    this.check({ ...identity, cnp, collegeId, sectionId }, studentId, line);
  }
}

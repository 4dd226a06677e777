import { importKey } from './student-cells.ts';

/** An enrolment as stored. */
export type StoredStudent = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly cnp: string;
  readonly phone: string;
  readonly year: number;
  readonly collegeId: number;
  readonly sectionId: number;
  readonly seriesId: number;
  readonly collegeName: string;
  readonly sectionName: string;
  readonly seriesName: string;
  readonly externalId: string | null;
  readonly matricol: string | null;
};

/** The enrolments with the codes, numbers and addresses of some rows, found without comparing every one. */
export class StudentIndex {
  /** The date of the judgement, as an ISO date. */
  readonly today: string;
  readonly #byCode = new Map<string, StoredStudent[]>();
  readonly #byNumber = new Map<string, StoredStudent[]>();
  readonly #byEmail = new Map<string, StoredStudent[]>();
  readonly #disabled: ReadonlySet<string>;

  constructor(today: string, students: readonly StoredStudent[], disabled: readonly string[] = []) {
    this.today = today;
    this.#disabled = new Set(disabled.map(importKey));
    for (const student of students) {
      add(this.#byEmail, importKey(student.email), student);
      if (student.externalId !== null) add(this.#byCode, importKey(student.externalId), student);
      if (student.matricol !== null)
        add(this.#byNumber, `${student.collegeId} ${importKey(student.matricol)}`, student);
    }
  }

  withCode(code: string | null): readonly StoredStudent[] {
    return (code !== null && this.#byCode.get(importKey(code))) || [];
  }
  withNumber(collegeId: number, number: string | null): readonly StoredStudent[] {
    return (number !== null && this.#byNumber.get(`${collegeId} ${importKey(number)}`)) || [];
  }
  withEmail(email: string): readonly StoredStudent[] {
    return this.#byEmail.get(importKey(email)) ?? [];
  }
  /** Whether the account of an address is disabled. */
  isDisabled(email: string): boolean {
    return this.#disabled.has(importKey(email));
  }
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

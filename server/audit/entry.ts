import type { Finding } from './finding.ts';

/** An audit entry with its hashed parts. */
export type EntryRow = {
  readonly id: number;
  readonly entity: string;
  readonly row: string | null;
  readonly content: string;
  readonly connection: string | null;
  readonly number: number | null;
  readonly link: string | null;
};

/** The location of an entry in a finding. */
export const locationOf = ({
  id,
  entity,
  row,
}: EntryRow): Pick<Finding, 'entry' | 'table' | 'row' | 'exam'> => ({
  entry: id,
  table: entity,
  ...(row !== null && { row }),
  ...(entity === 'exams' && row !== null && { exam: Number(row) }),
});

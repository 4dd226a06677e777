import { formatDateTime } from './format.ts';

const maxNamed = 8;

/** The first students of papers with their slots, and how many more there are. */
export function namedStudents(
  students: readonly { readonly studentName: string; readonly startsAt: string }[],
  papers: number,
): string {
  const named = students
    .slice(0, maxNamed)
    .map(({ studentName, startsAt }) => `${studentName} (${formatDateTime(startsAt)})`);
  const more = papers - named.length;
  return named.join(', ') + (more > 0 ? ` +${more}` : '');
}

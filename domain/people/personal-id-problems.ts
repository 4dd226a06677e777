import { type FieldProblem, problem } from '../errors.ts';
import { isBornAfter, judgePersonalId } from './personal-id.ts';

/** The problems of a student's personal identifier on the ISO date `today`; foreign identifiers are accepted. */
export function personalIdProblems(id: string, field: string, today: string): readonly FieldProblem[] {
  switch (judgePersonalId(id)) {
    case 'malformed':
      return [problem(field, 'validation.personalId')];
    case 'checksum':
      return [problem(field, 'validation.cnpChecksum')];
    case 'date':
      return [problem(field, 'validation.cnpDate')];
    case 'cnp':
      return isBornAfter(id, today) ? [problem(field, 'validation.cnpFuture')] : [];
    case 'other':
      return [];
  }
}

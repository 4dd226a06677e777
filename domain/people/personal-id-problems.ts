import { type FieldProblem, problem } from '../errors.ts';
import { judgePersonalId } from './personal-id.ts';

/** What is wrong with a student's personal identifier; a foreign one is let through. */
export function personalIdProblems(id: string, field: string): readonly FieldProblem[] {
  switch (judgePersonalId(id)) {
    case 'malformed':
      return [problem(field, 'validation.personalId')];
    case 'checksum':
      return [problem(field, 'validation.cnpChecksum')];
    case 'date':
      return [problem(field, 'validation.cnpDate')];
    default:
      return [];
  }
}

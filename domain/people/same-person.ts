import { judgePersonalId } from './personal-id.ts';

/** Whether two personal identifiers are certainly those of two people: both a CNP, and not the same one. */
export function areTwoPeople(left: string, right: string): boolean {
  return left !== right && judgePersonalId(left) === 'cnp' && judgePersonalId(right) === 'cnp';
}

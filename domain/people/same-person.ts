import { judgePersonalId } from './personal-id.ts';

/** Whether two personal identifiers certainly belong to different people: both are CNPs, and they differ. */
export function areTwoPeople(left: string, right: string): boolean {
  return left !== right && judgePersonalId(left) === 'cnp' && judgePersonalId(right) === 'cnp';
}

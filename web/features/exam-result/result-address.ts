import type { ScreenQuery } from '#domain/access/addresses.ts';

/** What the address requests: an exam, a whole sitting, or nothing that can be shown. */
export type RequestedResult =
  | { readonly of: 'exam'; readonly examId: number }
  | { readonly of: 'sitting'; readonly groupId: number }
  | { readonly of: 'nothing' };

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

export function requestedResult(query: ScreenQuery<'ExamResult'>): RequestedResult {
  const examId = idOf(query.examId);
  if (examId !== undefined) return { of: 'exam', examId };
  const groupId = idOf(query.groupId);
  return groupId === undefined ? { of: 'nothing' } : { of: 'sitting', groupId };
}

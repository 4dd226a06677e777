/** What the address asks for: an exam, a whole sitting, or nothing that could be shown. */
export type AskedResult =
  | { readonly of: 'exam'; readonly examId: number }
  | { readonly of: 'sitting'; readonly groupId: number }
  | { readonly of: 'nothing' };

type Search = Readonly<Record<string, string | undefined>>;

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

export function askedResult(search: Search): AskedResult {
  const examId = idOf(search.examId);
  if (examId !== undefined) return { of: 'exam', examId };
  const groupId = idOf(search.groupId);
  return groupId === undefined ? { of: 'nothing' } : { of: 'sitting', groupId };
}

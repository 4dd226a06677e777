import type { PaperEntry } from '#contract/paper-entries.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { discardRefusalOf, lockPaper, paperEntry } from './paper-entries.ts';

/**
 * Discards what was entered from a paper, so that two people can enter it again; refused when nobody could. Stored answers
 * stay until then.
 */
export async function discardPaper(
  { database }: Services,
  actor: Actor,
  author: Author,
  groupId: number,
  reason: string,
): Promise<PaperEntry> {
  return database.transaction(author, async (tx) => {
    const { head, exams } = await lockPaper(tx, actor, groupId);
    const refusal = discardRefusalOf({ head, exams });
    if (refusal) refuse(refusal);
    const discarded = await tx`
      delete from paper_entries where exam_id = any(${exams.map(({ examId }) => examId)}::int[])`;
    if (discarded.count === 0) refuse('paper.notEntered');
    await writeAuditEntry(tx, {
      action: 'paperDiscarded',
      entity: 'exam_groups',
      entityId: String(groupId),
      after: { reason, entries: discarded.count },
    });
    return paperEntry(tx, actor, groupId);
  });
}

import type { Transaction } from '#server/db/database.ts';

type EventReason = { readonly examId: number; readonly saveId: string; readonly reason: string };

/** Stores why staff ended or reopened exams, outside the sealed events. */
export async function insertReasons(tx: Transaction, reasons: readonly EventReason[]): Promise<void> {
  if (reasons.length === 0) return;
  await tx`
    insert into event_reasons (exam_id, save_id, reason)
    select r."examId", r."saveId", r.reason
      from jsonb_to_recordset(${tx.json(reasons)}) as r ("examId" int, "saveId" uuid, reason text)`;
}

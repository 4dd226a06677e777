import type { SettlementReach } from '#domain/contestations/settlement.ts';
import { isCorrectAt, type KeyBits, keyOf } from '#domain/question-bank/answer-key.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import { insertNextVersion } from '#server/bank/writing.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { asStored, type SettlementPreview, type StoredSettlement, settlementColumns } from './settlements.ts';

/** The exams that a settlement reaches: an exam of a template and a session, a template of a session, or a session. */
export type Reached = {
  readonly reach: SettlementReach;
  readonly examId: number | null;
  readonly templateGroupId: number | null;
  readonly sessionId: number;
};

/** The key of a version that is in force for all of these exams: the newest correction that reaches all, or its own. */
export async function effectiveKey(
  sql: Queryable,
  versionId: number,
  { reach, examId, templateGroupId, sessionId }: Reached,
): Promise<KeyBits> {
  const [row] = await sql<{ key: number }[]>`
    select coalesce(
      (select s.answers from settlements s
        where s.question_version_id = k.question_version_id and s.kind = 'changeKey' and s.withdrawn_at is null
          and s.exam_session_id = ${sessionId}
          and (s.reach = 'session'
               or (s.reach = 'template' and s.template_group_id = ${reach === 'session' ? null : templateGroupId}::int)
               or (s.reach = 'student' and s.exam_id = ${reach === 'student' ? examId : null}::int))
        order by s.id desc limit 1), k.correct) as key
      from question_keys k where k.question_version_id = ${versionId}`;
  return row?.key ?? 0;
}

/** The effect on the bank when the key of a served version is corrected, or the correction withdrawn. */
export type BankChange = {
  readonly questionVersionId: number;
  /** `newVersion`: the bank gets a version with the key. `same`: it has that key. `changedSince`: its authors changed it. */
  readonly bank: 'newVersion' | 'same' | 'changedSince';
};

type Current = {
  readonly versionId: number;
  readonly questionId: number;
  readonly number: number;
  readonly servedKey: number;
  readonly currentKey: number;
  /** Whether the bank has the served version, or one that a settlement made from it. */
  readonly isOurs: boolean;
};

/**
 * The key that the newest settlement in force gives a version with any reach; the version's own without one.
 */
async function settledKey(
  sql: Queryable,
  { versionId, servedKey }: Current,
  preview: SettlementPreview,
): Promise<number> {
  const stored = await sql<StoredSettlement[]>`
    select ${settlementColumns(sql)} from settlements s
     where s.question_version_id = ${versionId} and s.kind = 'changeKey' and s.withdrawn_at is null order by s.id`;
  const active = [
    ...stored.filter(({ id }) => !preview.without.has(id)),
    ...preview.plus.filter((one) => one.kind === 'changeKey' && one.versionId === versionId),
  ];
  return active.at(-1)?.answers ?? servedKey;
}

async function selectCurrent(sql: Queryable, versionIds: readonly number[]): Promise<Current[]> {
  return sql<Current[]>`
    select v.id as "versionId", q.id as "questionId", q.version as number, own.correct as "servedKey",
           k.correct as "currentKey", q.removed_at is null and (c.id = v.id or exists (
             select from settled_versions m where m.id = c.id and m.served_version_id = v.id)) as "isOurs"
      from question_versions v join questions q on q.id = v.question_id
      join question_versions c on c.question_id = q.id and c.number = q.version
      join question_keys k on k.question_version_id = c.id join question_keys own on own.question_version_id = v.id
     where v.id = any(${[...versionIds]}::int[]) order by v.id`;
}

const versionsOf = (settlements: readonly StoredSettlement[]): number[] => [
  ...new Set(settlements.flatMap((one) => (one.kind === 'changeKey' ? (one.versionId ?? []) : []))),
];

const changeOf = (current: Current, key: number): BankChange => ({
  questionVersionId: current.versionId,
  bank: !current.isOurs ? 'changedSince' : current.currentKey === key ? 'same' : 'newVersion',
});

/** The effect of settlements on the bank. */
export async function bankChanges(
  sql: Queryable,
  settlements: readonly StoredSettlement[],
  preview: SettlementPreview,
): Promise<BankChange[]> {
  const changes: BankChange[] = [];
  for (const current of await selectCurrent(sql, versionsOf(settlements)))
    changes.push(changeOf(current, await settledKey(sql, current, preview)));
  return changes;
}

/** Applies the keys of the stored settlements to the bank, each as a new version; changes by authors stay. */
export async function writeSettledKeys(
  tx: Transaction,
  settlements: readonly StoredSettlement[],
  by: number,
): Promise<void> {
  const versionIds = versionsOf(settlements);
  if (versionIds.length === 0) return;
  await tx`
    select from questions where id in (
      select question_id from question_versions where id = any(${versionIds}::int[])) order by id for update`;
  const contents = await fullContents(tx, versionIds);
  for (const current of await selectCurrent(tx, versionIds)) {
    const key = await settledKey(tx, current, asStored);
    const served = contents.get(current.versionId);
    if (!served || changeOf(current, key).bank !== 'newVersion') continue;
    const answers = served.answers.map((answer, index) => ({
      ...answer,
      isCorrect: isCorrectAt(key, index),
    }));
    if (keyOf(answers) !== key) throw new Error('the key names an answer that does not exist');
    const number = current.number + 1;
    await insertNextVersion(tx, {
      questionId: current.questionId,
      number,
      writtenBy: by,
      content: { ...served, answers },
    });
    await tx`
      insert into settled_versions (id, served_version_id)
      select id, ${current.versionId} from question_versions where question_id = ${current.questionId} and number = ${number}`;
  }
}

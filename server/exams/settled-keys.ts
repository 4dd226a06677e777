import { type CorrectionBasis, correctedKey } from '#domain/contestations/key-correction.ts';
import type { SettlementReach } from '#domain/contestations/settlement.ts';
import { isCorrectAt, type KeyBits, keyOf } from '#domain/question-bank/answer-key.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import { insertNextVersion } from '#server/bank/writing.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import {
  asStored,
  correctionOf,
  type SettlementPreview,
  type StoredSettlement,
  settlementColumns,
} from './settlements.ts';

/** The exams that a settlement reaches: an exam of a template and a session, a template of a session, or a session. */
export type Reached = {
  readonly reach: SettlementReach;
  readonly examId: number | null;
  readonly templateGroupId: number | null;
  readonly sessionId: number;
};

/** The keys of a version that corrections start from. */
export type KeysInForce = Omit<CorrectionBasis, 'shown'>;

type CorrectionRow = StoredSettlement & { readonly templateOfExam: number | null };

/**
 * The keys of a version in force for these exams: the one for all of them, and those that corrections of a smaller reach
 * give some of them.
 */
export async function keysInForce(
  sql: Queryable,
  versionId: number,
  { reach, examId, templateGroupId, sessionId }: Reached,
  without: readonly number[] = [],
): Promise<KeysInForce> {
  const [version] = await sql<{ key: number }[]>`
    select correct as key from question_keys where question_version_id = ${versionId}`;
  const own = version?.key ?? 0;
  const stored = await sql<CorrectionRow[]>`
    select ${settlementColumns(sql)}, g.template_group_id as "templateOfExam" from settlements s
      left join exams e on e.id = s.exam_id left join exam_groups g on g.id = e.group_id
     where s.question_version_id = ${versionId} and s.kind = 'changeKey' and s.withdrawn_at is null
       and s.exam_session_id = ${sessionId} and s.id <> all(${[...without]}::int[]) order by s.id`;
  /** The key for a session without a template, for a template without an exam. */
  const keyFor = (template: number | null, exam: number | null): KeyBits =>
    correctedKey(
      own,
      stored
        .filter(
          (one) =>
            one.reach === 'session' ||
            (one.reach === 'template' ? one.templateGroupId === template : one.examId === exam),
        )
        .map(correctionOf),
    );
  const elsewhere = stored.flatMap((one) => {
    if (one.reach === 'template') return reach === 'session' ? [keyFor(one.templateGroupId, null)] : [];
    const isReached = reach === 'session' || (reach === 'template' && one.templateOfExam === templateGroupId);
    return one.reach === 'student' && isReached ? [keyFor(one.templateOfExam, one.examId)] : [];
  });
  const inForce = keyFor(reach === 'session' ? null : templateGroupId, reach === 'student' ? examId : null);
  return { inForce, elsewhere };
}

/** The effect on the bank when the key of a served version is corrected, or the correction withdrawn. */
export type BankChange = {
  readonly questionVersionId: number;
  /** `newVersion`: the bank gets a version with the key. `same`: it has that key. `changedSince`: its authors changed it. */
  readonly bank: 'newVersion' | 'same' | 'changedSince';
  /** The key that all corrections in force give together, whatever their reach. */
  readonly key: KeyBits;
};

type Current = {
  readonly versionId: number;
  readonly questionId: number;
  readonly number: number;
  readonly currentKey: number;
  /** Whether the bank has the served version, or one that only settlements made from the same original. */
  readonly isOurs: boolean;
  /** The key that the authors wrote, and all versions that settlements made from it. */
  readonly writtenKey: number;
  readonly versionIds: readonly number[];
};

/** The key that the settlements in force give the bank, with any reach and of any version that they made. */
async function settledKey(
  sql: Queryable,
  { writtenKey, versionIds }: Current,
  preview: SettlementPreview,
): Promise<number> {
  const stored = await sql<StoredSettlement[]>`
    select ${settlementColumns(sql)} from settlements s
     where s.question_version_id = any(${[...versionIds]}::int[]) and s.kind = 'changeKey' and s.withdrawn_at is null
     order by s.id`;
  const active = [
    ...stored.filter(({ id }) => !preview.without.has(id)),
    ...preview.plus.filter((one) => one.kind === 'changeKey' && versionIds.includes(one.versionId ?? 0)),
  ];
  return correctedKey(writtenKey, active.map(correctionOf));
}

async function selectCurrent(sql: Queryable, versionIds: readonly number[]): Promise<Current[]> {
  return sql<Current[]>`
    with recursive origins (id, origin_id) as (
      select v.id, v.id from question_versions v
       where v.question_id in (select question_id from question_versions where id = any(${[...versionIds]}::int[]))
         and not exists (select from settled_versions m where m.id = v.id)
      union all
      select m.id, o.origin_id from origins o join settled_versions m on m.served_version_id = o.id
    )
    select v.id as "versionId", q.id as "questionId", q.version as number, k.correct as "currentKey",
           q.removed_at is null and current.origin_id = o.origin_id as "isOurs", written.correct as "writtenKey",
           array(select x.id from origins x where x.origin_id = o.origin_id order by x.id) as "versionIds"
      from question_versions v join questions q on q.id = v.question_id
      join question_versions c on c.question_id = q.id and c.number = q.version
      join question_keys k on k.question_version_id = c.id
      join origins o on o.id = v.id join origins current on current.id = c.id
      join question_keys written on written.question_version_id = o.origin_id
     where v.id = any(${[...versionIds]}::int[]) order by v.id`;
}

const versionsOf = (settlements: readonly StoredSettlement[]): number[] => [
  ...new Set(settlements.flatMap((one) => (one.kind === 'changeKey' ? (one.versionId ?? []) : []))),
];

const changeOf = (current: Current, key: number): BankChange => ({
  questionVersionId: current.versionId,
  bank: !current.isOurs ? 'changedSince' : current.currentKey === key ? 'same' : 'newVersion',
  key,
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

/**
 * Locks the questions whose keys settlements correct, so that the bank gets the key that was planned. Copies and imports that
 * refer to a question do not wait for it.
 */
export async function lockQuestions(
  tx: Transaction,
  settlements: readonly StoredSettlement[],
): Promise<void> {
  await tx`
    select from questions where id in (
      select question_id from question_versions where id = any(${versionsOf(settlements)}::int[]))
     order by id for no key update`;
}

/**
 * Applies the keys of the stored settlements to the bank, each as a new version; changes by authors stay. The questions are
 * locked.
 */
export async function writeSettledKeys(
  tx: Transaction,
  settlements: readonly StoredSettlement[],
  by: number,
): Promise<void> {
  const versionIds = versionsOf(settlements);
  if (versionIds.length === 0) return;
  const contents = await fullContents(tx, versionIds);
  const written = new Set<number>();
  for (const current of await selectCurrent(tx, versionIds)) {
    const key = await settledKey(tx, current, asStored);
    const served = contents.get(current.versionId);
    if (!served || written.has(current.questionId) || changeOf(current, key).bank !== 'newVersion') continue;
    const answers = served.answers.map((answer, index) => ({
      ...answer,
      isCorrect: isCorrectAt(key, index),
    }));
    if (keyOf(answers) !== key) throw new Error('the key names an answer that does not exist');
    written.add(current.questionId);
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

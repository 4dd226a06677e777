import { z } from 'zod';
import { settlementKinds, settlementReaches } from '#domain/contestations/settlement.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { byId, count } from './common.ts';
import { evidence, recorded } from './contestation-desk.ts';
import { contest, technicalFacts } from './contestations.ts';

/** The file format and its version; a new field of the content needs a new version. */
export const evidenceFormat = 'exam-evidence/3';

/**
 * The formats that the verifier reads. Version 1 had neither scoring modes, nor settlements by number and letters, nor counts
 * of events that are not shown; version 2 did not say whether there is a recording that is not shown.
 */
export const evidenceFormats: readonly string[] = ['exam-evidence/1', 'exam-evidence/2', evidenceFormat];

/**
 * A settlement that reaches the exam, in force or withdrawn: of a contested question, of the scoring mode, and of any
 * question of a technical complaint.
 */
const packedSettlement = z.strictObject({
  id: z.int(),
  /** Null for a scoring mode. */
  versionId: z.int().nullable(),
  /** The number of the question in the exam; null for a scoring mode and for a case. */
  index: z.int().nullable(),
  kind: z.enum(settlementKinds),
  reach: z.enum(settlementReaches),
  /** The removed or the correct answers by their position in the bank, from 0. */
  answers: z.array(z.int()).nullable(),
  /** The answers that a corrected key makes wrong; null for other kinds and when it decided all answers. */
  wrong: z.array(z.int()).nullable(),
  /** The correct or removed answers in the letters the student saw, those not shown left out; null for a case. */
  letters: z.string().nullable(),
  /** The mode in which the exam is scored since. */
  scoringMode: z.enum(scoringModes).nullable(),
  /** The late answer that counts, in the letters the student saw. */
  late: z.string().nullable(),
  reason: z.string().nullable(),
  madeAt: z.string(),
  madeBy: z.string(),
  withdrawnAt: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
  /** Its effect when written: exams whose score or grade changed, and those that crossed 5.00. */
  impact: z.strictObject({ changed: count, newlyPassed: count, newlyFailed: count }),
});

/** The end of the exam's chain of sealed events when the pack was made. */
const packedChain = z.strictObject({
  examId: z.int(),
  number: count,
  /** Null when nothing is sealed yet. */
  hash: z.string().nullable(),
  /** The number of events not sealed yet. */
  unsealed: count,
});

const content = z.strictObject({
  format: z.literal(evidenceFormat),
  institution: z.string(),
  madeAt: z.string(),
  madeBy: z.string(),
  contest: contest.omit({
    mine: true,
    waiting: true,
    isOwn: true,
    mayReopen: true,
    isRelative: true,
    relativeOf: true,
  }),
  scoringMode: z.enum(scoringModes).nullable(),
  facts: technicalFacts.nullable(),
  questions: z.array(evidence.omit({ hindrance: true, together: true })),
  /** Of the sitting, as far as who made the pack can play it. */
  recorded,
  settlements: z.array(packedSettlement),
  /** Null for a case, which belongs to no exam. */
  chain: packedChain.nullable(),
});
export type EvidenceContent = z.output<typeof content>;

const pack = z.strictObject({
  content,
  /** The hash of the content as canonical JSON, in hexadecimal. */
  sha256: z.string(),
  /** The signature of the hash; only this installation can make and verify it. */
  signature: z.string(),
});
export type EvidencePack = z.output<typeof pack>;

export const evidencePack = defineCall({
  method: 'GET',
  path: 'examContests/:id/pack',
  summary: 'Export the evidence of a contestation as one sealed document, for a commission or a court',
  access: 'contestation.resolve',
  params: byId,
  response: pack,
  workload: 'export',
  refusals: ['resource.notFound', 'contestation.takesSame'],
});

import type { ContestReason, ContestStatus, ContestType } from '#domain/contestations/contestation.ts';
import { kindLetters } from '#domain/question-bank/question-kind.ts';
import type { DemoEmail } from '#seed/accounts.ts';
import type { Transaction } from '#server/db/database.ts';
import { settle } from '#server/exams/regrading.ts';

const holder: DemoEmail = 'teacher@exam.test';

type AnsweredQuestion = {
  readonly examId: number;
  readonly position: number;
  readonly email: string;
};

/**
 * The answered questions of the holder's disciplines in finished exams, first those that many students
 * answered with the same mistake.
 */
async function selectAnsweredQuestions(tx: Transaction, sessionId: number): Promise<AnsweredQuestion[]> {
  return tx<AnsweredQuestion[]>`
    select x.exam_id as "examId", x.position, u.email,
           count(*) over (partition by x.question_version_id, x.kind, bank.ticked) as alike
      from exam_questions x join exams e on e.id = x.exam_id and e.finished_at is not null
      join exam_groups g on g.id = e.group_id and g.kind = 'official' and g.exam_session_id = ${sessionId}
      join users u on u.id = g.user_id
      join question_versions v on v.id = x.question_version_id join questions b on b.id = v.question_id
      join chapters c on c.id = b.chapter_id
      join discipline_teachers t on t.discipline_id = c.discipline_id and t.email = ${holder} and t.part = 'holder'
      join question_keys k on k.question_version_id = v.id
      cross join lateral (
        select bit_or(1 << bank_index) as ticked from unnest(x.slots) with ordinality shown (bank_index, n)
         where x.ticks & (1 << (n - 1)::int) <> 0) bank
     where x.kind = ${kindLetters.simple} and x.ticks <> 0 and bank.ticked & k.correct = 0
     order by alike desc, x.question_version_id, bank.ticked, x.exam_id limit 400`;
}

type Filed = {
  readonly type: ContestType;
  readonly questions: readonly (AnsweredQuestion & {
    readonly reason: ContestReason;
    readonly comment?: string;
  })[];
  readonly comment?: string;
};

async function file(tx: Transaction, examId: number, { type, questions, comment }: Filed): Promise<number> {
  const [made] = await tx<{ id: number }[]>`
    insert into exam_contests (type, exam_id, student_id, exam_session_id, comment, facts, score_before, grade_before, filed_by, filed_at)
    select ${type}, e.id, g.student_id, g.exam_session_id, ${comment ?? null},
           case when ${type} = 'technical' then jsonb_build_object('startedAt', e.started_at, 'finishedAt', e.finished_at,
             'losses', '[]'::jsonb, 'takeovers', '[]'::jsonb, 'late', '[]'::jsonb, 'credited', '[]'::jsonb, 'recordings', 0) end,
           e.score, e.grade, g.user_id, least(now(), e.finished_at + interval '16 hours')
      from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId} returning id`;
  const id = made?.id ?? 0;
  if (type === 'technical')
    await tx`insert into exam_contest_questions (contest_id, position) values (${id}, 0)`;
  for (const { position, reason, comment: why } of questions)
    await tx`
      insert into exam_contest_questions (contest_id, position, question_version_id, discipline_id, ticked, reason, comment)
      select ${id}, x.position, x.question_version_id, c.discipline_id,
             coalesce((select bit_or(1 << bank_index) from unnest(x.slots) with ordinality shown (bank_index, n)
                        where x.ticks & (1 << (n - 1)::int) <> 0), 0), ${reason}, ${why ?? null}
        from exam_questions x join question_versions v on v.id = x.question_version_id join questions b on b.id = v.question_id
        join chapters c on c.id = b.chapter_id where x.exam_id = ${examId} and x.position = ${position}`;
  return id;
}

/** Decides about each question of a contestation; accepted ones get all points. */
async function resolve(
  tx: Transaction,
  contestId: number,
  examId: number,
  by: number,
  decisions: readonly (readonly [position: number, accepted: boolean, reply: string])[],
  status: ContestStatus,
): Promise<void> {
  for (const [position, accepted, reply] of decisions) {
    const settled =
      accepted && position > 0
        ? await settle(tx, [{ kind: 'fullPoints', reach: 'student', examId, position }], { by })
        : undefined;
    await tx`
      update exam_contest_questions set accepted = ${accepted}, reply = ${reply}, settle = ${settled ? 'fullPoints' : null},
             reach = ${settled ? 'student' : null}, settlement_id = ${settled?.settlementIds[0] ?? null},
             resolved_by = ${by}, resolved_at = now()
       where contest_id = ${contestId} and position = ${position}`;
  }
  await tx`
    update exam_contests set status = ${status}, resolved_at = now() where id = ${contestId}`;
}

/** Inserts contestations of the open session in every status, and three appeals about one question. */
export async function insertContestations(
  tx: Transaction,
  sessionId: number,
  wellKnown: DemoEmail,
): Promise<void> {
  const [teacher] = await tx<{ id: number }[]>`select id from users where email = ${holder}`;
  const by = teacher?.id ?? 0;
  const answered = await selectAnsweredQuestions(tx, sessionId);
  const used = new Set<number>();
  /** The next questions of an exam that has no contestation yet. */
  const take = (count: number): AnsweredQuestion[] => {
    const first = answered.find(
      (one) =>
        !used.has(one.examId) &&
        one.email !== wellKnown &&
        answered.filter(({ examId }) => examId === one.examId).length >= count,
    );
    if (!first) return [];
    used.add(first.examId);
    return [first, ...answered.filter((one) => one.examId === first.examId && one !== first)].slice(0, count);
  };
  const reasons: readonly { readonly reason: ContestReason; readonly comment?: string }[] = [
    {
      reason: 'RNB',
      comment: 'În manualul recomandat, la capitolul respectiv, este dat răspunsul pe care l-am bifat.',
    },
    { reason: 'RN', comment: 'Formularea permite și răspunsul ales de mine.' },
    { reason: 'RM' },
  ];
  const reasonAt = (index: number): (typeof reasons)[number] =>
    reasons[index % reasons.length] ?? { reason: 'RI' };
  const because = (questions: readonly AnsweredQuestion[]) =>
    questions.map((question, index) => ({
      ...question,
      ...reasonAt(index),
    }));
  for (let n = 0; n < 3; n += 1) {
    const [one] = take(1);
    if (one) await file(tx, one.examId, { type: 'question', questions: because([one]) });
  }
  const own = await tx<AnsweredQuestion[]>`
    select e.id as "examId", 2 as position, u.email
      from exams e join exam_groups g on g.id = e.group_id and g.kind = 'official' and g.exam_session_id = ${sessionId}
      join users u on u.id = g.user_id
     where u.email = ${wellKnown} and e.finished_at is not null order by e.started_at desc, e.id limit 1`;
  if (own[0]) await file(tx, own[0].examId, { type: 'question', questions: because(own) });
  const decided = [
    ['RS', [[false, 'Baremul este conform bibliografiei, ediția din acest an.']]],
    ['AC', [[true, 'Aveți dreptate; întrebarea se punctează integral.']]],
    [
      'PAC',
      [
        [true, 'Formularea era neclară; întrebarea se punctează integral.'],
        [false, 'Răspunsul corect este cel din barem.'],
      ],
    ],
  ] as const satisfies readonly (readonly [ContestStatus, readonly (readonly [boolean, string])[]])[];
  for (const [status, replies] of decided) {
    const questions = take(replies.length);
    const [first] = questions;
    if (!first) continue;
    const id = await file(tx, first.examId, { type: 'question', questions: because(questions) });
    const decisions = questions.map(({ position }, index) => {
      const [accepted, reply] = replies[index] ?? [false, ''];
      return [position, accepted, reply] as const;
    });
    await resolve(tx, id, first.examId, by, decisions, status);
  }
  const [technical] = take(1);
  if (technical)
    await file(tx, technical.examId, {
      type: 'technical',
      questions: [],
      comment: 'Calculatorul s-a blocat câteva minute și a trebuit repornit.',
    });
}

import type { ResponseOfCall } from '#contract/call.ts';
import type { ContestEvidence, contestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

const answers = [
  { id: 500100, isChecked: true, answer: { description: 'Da', answerAttachment: null } },
  { id: 500101, isChecked: false, answer: { description: 'Nu', answerAttachment: null } },
];
const served = {
  id: 5001,
  index: 1,
  question: { id: 5001, text: 'Prima întrebare', points: 10, attachmentName: null },
  answerType: 'simple' as const,
};

/** An appeal about one question, seen by an administrator. */
export const contest: Contest = {
  id: 7,
  type: 'question',
  status: 'DP',
  exam: { id: 5, groupId: 4, date: '2019-02-03', name: 'Anatomie' },
  examName: 'Examen',
  student: { firstName: 'Ioana', lastName: 'Marin', numarMatricol: null },
  sessionId: 3,
  examSession: 'Iarna',
  disciplines: ['Anatomie'],
  waiting: 1,
  mine: 1,
  filedAt: '2019-02-04T10:00:00.000Z',
  resolveUntil: '2019-02-20T10:00:00.000Z',
  resolvedAt: null,
  scoreBefore: 10,
  scoreAfter: null,
  comment: null,
  facts: null,
  questions: [
    {
      examQuestionId: 5001,
      index: 1,
      served: { ...served, answerExams: answers },
      discipline: 'Anatomie',
      reason: 'RM',
      comment: null,
      accepted: null,
      settle: null,
      reach: null,
      reply: null,
      resolvedAt: null,
      resolvedBy: null,
    },
  ],
  gradeBefore: 5.5,
  gradeAfter: null,
  isOwn: false,
  mayReopen: false,
  isRelative: false,
  relativeOf: [{ userId: 9, name: 'Radu Stan' }],
};

export const question: ContestEvidence = {
  examQuestionId: 5001,
  index: 1,
  disciplineId: 2,
  hindrance: null,
  scored: {
    ...served,
    haveAnyAnswer: true,
    points: 0,
    answerExams: answers.map(({ answer, ...one }) => ({
      ...one,
      answer: { ...answer, isCorrect: false, referenceTitle: null, referencePage: null },
    })),
  },
  bank: null,
  history: [],
  late: [],
  statistics: null,
  likelyWrongKey: false,
  recording: null,
  together: [],
};

export const refusal = (error: string) => ({ status: 409, body: { error, params: {} } });

type Evidence = ResponseOfCall<typeof contestEvidence>;

/** The desk of contestation 7; what the calls that write answer is given. */
export async function openDesk(
  writing: Parameters<typeof stubWire>[0],
  current: () => Contest = () => contest,
  seen: Partial<Evidence> = {},
) {
  const evidence: Evidence = {
    scoringMode: 'FULL_MATCH',
    fromTemplate: false,
    facts: null,
    questions: [question],
    otherQuestions: [],
    recorded: 'no',
    ...seen,
  };
  const wire = stubWire({
    'GET examContests/7': () => ({ body: current() }),
    'GET examContests/7/evidence': { body: evidence },
    'GET examContests/groups': { body: [], headers: { 'x-total-count': '0' } },
    ...writing,
  });
  await openApp('/7/resolve', { as: loginData({ role: 'Admin' }) });
  return wire;
}

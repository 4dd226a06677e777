import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

// The test DOM has no document.fonts, which the autosizing text field waits for.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }));
afterAll(() => Reflect.deleteProperty(document, 'fonts'));
afterEach(closeApp);

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

const contest: Contest = {
  id: 7,
  type: 'question',
  status: 'DP',
  exam: { id: 5, groupId: 4, date: '2019-02-03', name: 'Anatomie' },
  examName: 'Examen',
  student: { firstName: 'Ioana', lastName: 'Marin', numarMatricol: null },
  sessionId: 3,
  examSession: 'Iarna',
  disciplines: ['Anatomie'],
  questions: 1,
  waiting: 1,
  mine: 1,
  filedAt: '2019-02-04T10:00:00.000Z',
  resolveUntil: '2019-02-20T10:00:00.000Z',
  resolvedAt: null,
  scoreBefore: 10,
  scoreAfter: null,
  comment: null,
  facts: null,
  contestedQuestions: [
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

const question: ContestEvidence = {
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

const refusal = (error: string) => ({ status: 409, body: { error, params: {} } });

/** The desk of contestation 7; what the calls that write answer is given. */
async function open(writing: Parameters<typeof stubWire>[0], current: () => Contest = () => contest) {
  const wire = stubWire({
    'GET examContests/7': () => ({ body: current() }),
    'GET examContests/7/evidence': {
      body: { scoringMode: 'FULL_MATCH', fromTemplate: false, facts: null, questions: [question] },
    },
    'GET examContests/groups': { body: [], headers: { 'x-total-count': '0' } },
    ...writing,
  });
  await openApp('/7/resolve', { as: loginData({ role: 'Admin' }) });
  return wire;
}

const decision = () => screen.findByRole('region', { name: 'Decision' });
/** Chooses to reject, then sends it: two buttons with the same word. */
async function reject(): Promise<void> {
  const choice = await within(await decision()).findByRole('button', { name: 'Reject' });
  fireEvent.click(choice);
  const buttons = await waitFor(() => {
    const found = screen.getAllByRole('button', { name: 'Reject' });
    expect(found).toHaveLength(2);
    return found;
  });
  fireEvent.click(buttons.find((one) => one !== choice) as HTMLElement);
}

describe('[CONT-3] the desk says why a decision is refused', () => {
  it.each([
    ['contestation.notHolder', /^Only the holders of the discipline/],
    ['contestation.adminsOnly', /administrators/],
    ['contestation.relative', /relative/],
  ])('[CONT-3] %s', async (code, words) => {
    await open({ 'PUT examContests/7/resolve': refusal(code) });
    await reject();
    expect((await within(await decision()).findByRole('alert')).textContent).toMatch(words);
  });

  it('[CONT-4] names the problem of a late answer that is not there', async () => {
    const errors = [{ field: 'questions.0.settle', error: 'contestation.noLateAnswer', params: {} }];
    await open({
      'PUT examContests/7/resolve': { status: 400, body: { error: 'validation.failed', errors } },
    });
    await reject();
    expect((await within(await decision()).findByRole('alert')).textContent).toMatch(/late answer/);
  });

  it('[CONT-3] decided meanwhile: says so, and shows that decision instead of the form', async () => {
    let isDecided = false;
    const decided = (): Contest => ({
      ...contest,
      status: 'RS',
      contestedQuestions: contest.contestedQuestions.map((one) => ({
        ...one,
        accepted: false,
        reply: 'As taught.',
        resolvedAt: '2019-02-05T10:00:00.000Z',
        resolvedBy: 'Radu Stan',
      })),
    });
    await open(
      {
        'PUT examContests/7/resolve': () => {
          isDecided = true;
          return refusal('contestation.resolved');
        },
      },
      () => (isDecided ? decided() : contest),
    );
    await reject();
    await screen.findByText(/^The question is already resolved/);
    await screen.findByText('As taught.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull());
  });

  it('[ROLE-5] a mark that stays is said in words', async () => {
    await open({ 'POST examContests/7/relative': refusal('contestation.relativeStays') });
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Radu Stan/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
    await screen.findByText(/^The declaration stays/);
  });
});

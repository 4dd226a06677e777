import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Filing } from '#contract/contestation-filing.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const filing: Filing = {
  exam: {
    id: 5,
    groupId: 4,
    name: 'Anatomie',
    examName: 'Examen',
    date: '2019-02-03',
    score: 10,
    maxPoints: 20,
    grade: 5.5,
  },
  closed: null,
  until: '2019-02-06T10:00:00.000Z',
  gates: {
    allowContestations: true,
    contestStartDate: '2019-02-01T10:00:00.000Z',
    contestEndDate: '2019-02-20T10:00:00.000Z',
    daysFrom: '2019-02-03T10:00:00.000Z',
    daysUntil: '2019-02-06T10:00:00.000Z',
    contestationsAllowedDays: 3,
  },
  filed: [],
  questions: [
    {
      id: 5001,
      index: 1,
      question: { id: 5001, text: 'Prima întrebare', points: 10, attachmentName: null },
      answerType: 'simple',
      answerExams: [
        { id: 500100, isChecked: true, answer: { description: 'Da', answerAttachment: null } },
        { id: 500101, isChecked: false, answer: { description: 'Nu', answerAttachment: null } },
      ],
    },
  ],
  facts: {
    startedAt: '2019-02-03T08:00:00.000Z',
    finishedAt: '2019-02-03T09:00:00.000Z',
    losses: [],
    takeovers: [],
    late: [],
    credited: [],
    recordings: 0,
  },
};

async function open(changed: Partial<Filing> = {}) {
  const wire = stubWire({ 'GET examContests/filing/5': { body: { ...filing, ...changed } } });
  await openApp('/examContest/5/edit', { as: loginData({ role: 'Studenti' }) });
  return wire;
}

describe('[CONT-1] the form', () => {
  it.each([
    ['switchedOff', null, 'Contestations are not allowed at present.'],
    ['keyClosed', '2019-02-03T10:00:00.000Z', /^Others can still get the same questions/],
    [
      'notOpenYet',
      '2019-02-03T10:00:00.000Z',
      /^The contestations of this session open on 03\/02\/2019 12:00/,
    ],
    ['neverOpen', null, /^The dates of the session leave no time to contest this exam/],
    ['closed', '2019-02-03T10:00:00.000Z', /^The contestations of this session closed on/],
    ['daysOver', '2019-02-03T10:00:00.000Z', /^The time to contest this exam ended on/],
  ] as const)('[CONT-1] says in words that it is %s', async (why, at, words) => {
    await open({ closed: { why, at }, until: null, questions: [] });
    await screen.findByText(words);
    await screen.findByText('For 3 days, from 03/02/2019 12:00 to 06/02/2019 12:00');
  });

  it('[CONT-1] counts characters and asks for what is missing before the review', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await screen.findByText('Choose at least one question.');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Contest question 1' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Explanation' }), {
      target: { value: 'x'.repeat(1001) },
    });
    await screen.findByText('1001 of 1000 characters');
    expect(screen.queryByRole('region', { name: 'Check it once more' })).toBeNull();
  });

  it('[NAV-7] sending one type keeps the draft of the other, and discarding clears only the shown one', async () => {
    const wire = stubWire({
      'GET examContests/filing/5': { body: filing },
      'POST examContests': { status: 201, body: { id: 77 } },
    });
    const { router, href } = await openApp('/examContest/5/edit', { as: loginData({ role: 'Studenti' }) });
    const show = async (type: string) => fireEvent.click(await screen.findByRole('radio', { name: type }));
    const complaint = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' });
    const chosen = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Contest question 1' });
    fireEvent.click(await chosen());
    await show('A technical problem');
    fireEvent.change(await complaint(), { target: { value: 'The screen went dark' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard the draft' }));
    expect((await complaint()).value).toBe('');
    expect(screen.queryByRole('button', { name: 'Discard the draft' })).toBeNull();
    await show('Questions');
    expect((await chosen()).checked).toBe(true);
    await show('A technical problem');
    fireEvent.change(await complaint(), { target: { value: 'The screen went dark' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Submit the contestation' }));
    await waitFor(() => expect(href()).toBe('/examContest/77'));
    expect(wire.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ type: 'technical' });
    router.history.push('/examContest/5/edit');
    await screen.findByRole('radio', { name: 'Questions' });
    await show('Questions');
    await waitFor(async () => expect((await chosen()).checked).toBe(true));
    await show('A technical problem');
    expect((await complaint()).value).toBe('');
  });
});

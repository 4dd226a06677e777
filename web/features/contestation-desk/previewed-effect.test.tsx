import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Contest } from '#contract/contestations.ts';
import { type EvidencePack, evidenceFormat } from '#contract/evidence-pack.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { stubFonts } from '#web/base/testing/fonts.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { type Sent, stubWire, type WireResponse } from '#web/base/testing/wire.ts';
import { contest, openDesk, question, refusal } from './testing/desk.ts';

stubFonts();
afterEach(closeApp);

const exam = (examId: number): ImpactSummary['exams'][number] => ({
  examId,
  firstName: 'Ioana',
  lastName: `Student${examId}`,
  numarMatricol: null,
  oldScore: 0,
  newScore: 10,
  oldGrade: 1,
  newGrade: 5.5,
  difference: 10,
  crosses: 'passes',
});
/** The impact on some exams, numbered from 1; the server lists at most 50 of them. */
const impactOn = (changed: number, fingerprint: string, skip = 0): ImpactSummary => ({
  exams: Array.from({ length: Math.min(50, changed - skip) }, (_, index) => exam(skip + index + 1)),
  reached: changed,
  changed,
  nowPassing: changed,
  nowFailing: 0,
  distribution: [],
  bank: [],
  endedSince: 0,
  fingerprint,
});
const noImpact: ImpactSummary = { ...impactOn(0, ''), exams: [] };

const rejected = (): Contest => ({
  ...contest,
  status: 'RS',
  mayReopen: true,
  questions: contest.questions.map((one) => ({ ...one, accepted: false })),
});
const sentTo = (wire: { readonly sent: readonly Sent[] }, path: string) =>
  wire.sent.filter((one) => one.path === path).map(({ body }) => body);

const region = () => screen.findByRole('region', { name: 'Decision' });
/** Chooses to accept with full points, types a reply and waits for the impact. */
async function prepareAccept(): Promise<HTMLElement> {
  fireEvent.click(await within(await region()).findByRole('button', { name: 'Accept' }));
  fireEvent.change(await screen.findByLabelText(/^Reply to the student/), {
    target: { value: 'You are right.' },
  });
  await screen.findByText(/1 student changes/);
  return screen.findByRole('button', { name: 'Accept and score again' });
}
const reply = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reply to the student/).value;

describe('[CONT-4] what is written is what was shown', () => {
  it.each(['settlement.changedMeanwhile', 'settlement.withdrawn'])(
    '[CONT-4] %s: the new effect is shown, the reply is kept, and the next try confirms the new effect',
    async (code) => {
      let tries = 0;
      const wire = await openDesk({
        'POST examContests/7/impact': () => ({ body: impactOn(1 + tries, `seen ${tries}`) }),
        'PUT examContests/7/resolve': () => {
          tries += 1;
          return tries === 1
            ? refusal(code)
            : { body: { status: 'AC', scoreBefore: 0, scoreAfter: 10, together: [], endedSince: 2 } };
        },
      });
      fireEvent.click(await prepareAccept());
      await screen.findByText('Something changed meanwhile');
      await screen.findByText(/2 students change/);
      expect(reply()).toBe('You are right.');
      const again = await screen.findByRole('button', { name: 'Accept and score again' });
      await waitFor(() => expect(again).toHaveProperty('disabled', false));
      fireEvent.click(again);
      await screen.findByText(
        'The decision has been recorded. Exams changed that ended after the preview: 2.',
      );
      expect(sentTo(wire, 'examContests/7/resolve')).toMatchObject([
        { fingerprint: 'seen 0' },
        { fingerprint: 'seen 1' },
      ]);
    },
  );

  it('[CONT-4] says that a settlement cannot have the chosen reach', async () => {
    const errors = [{ path: 'questions.0.reach', error: 'contestation.reach', params: {} }];
    await openDesk(
      { 'POST examContests/7/impact': { status: 400, body: { error: 'validation.failed', errors } } },
      undefined,
      { fromTemplate: true, questions: [{ ...question, together: [8] }] },
    );
    fireEvent.click(await within(await region()).findByRole('button', { name: 'Accept' }));
    fireEvent.click(await screen.findByRole('radio', { name: /^Remove an answer/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'A Da' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'This template' }));
    await screen.findByText(/cannot apply that widely/);
  });
});

describe('[CONT-7] reopening', () => {
  const open = async (reopened: () => object, impact: () => ImpactSummary) => {
    const wire = await openDesk(
      {
        'POST examContests/7/reopen/impact': () => ({ body: impact() }),
        'POST examContests/7/reopen': reopened,
      },
      rejected,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Reopen…' }));
    return { wire, dialog: await screen.findByRole('dialog') };
  };
  const confirmIn = async (dialog: HTMLElement) => {
    const button = await within(dialog).findByRole('button', { name: 'Reopen and restore the scores' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
  };

  it.each(['settlement.changedMeanwhile', 'settlement.withdrawn'])(
    '[CONT-7] %s: the new effect is shown and confirmed by the next click',
    async (code) => {
      let tries = 0;
      const { wire, dialog } = await open(
        () => {
          tries += 1;
          return tries === 1 ? refusal(code) : { body: { status: 'DP', together: [], endedSince: 0 } };
        },
        () => (tries === 0 ? noImpact : impactOn(2, 'seen')),
      );
      await within(dialog).findByText('No score changes');
      await confirmIn(dialog);
      const alert = await within(dialog).findByRole('alert');
      expect(alert.textContent).toContain('Nothing was reopened.');
      await within(dialog).findByText(/2 students change/);
      await confirmIn(dialog);
      await screen.findByText(/^The contestation is waiting again/);
      expect(sentTo(wire, 'examContests/7/reopen')).toEqual([{ fingerprint: '' }, { fingerprint: 'seen' }]);
    },
  );
});

describe('[CONT-4] the impact', () => {
  const openImpact = async (replyTo: (skip: number) => WireResponse | Promise<WireResponse>) => {
    const wire = await openDesk({
      'POST examContests/7/impact': ({ query }) => replyTo(Number(query.get('skip') ?? 0)),
    });
    fireEvent.click(await within(await region()).findByRole('button', { name: 'Accept' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show who is affected' }));
    return { wire, dialog: await screen.findByRole('dialog') };
  };

  it('[CONT-4] lists everybody, page by page, and says how many there are', async () => {
    const { dialog } = await openImpact((skip) => ({ body: impactOn(60, 'seen', skip) }));
    await within(dialog).findByText('Student1 Ioana');
    expect(within(dialog).queryByText('Student51 Ioana')).toBeNull();
    expect(within(dialog).getByText(/60/, { selector: '[role=status]' }).textContent).toMatch(/1–50/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next page' }));
    await within(dialog).findByText('Student60 Ioana');
    expect(within(dialog).queryByText('Student1 Ioana')).toBeNull();
  });

  const pager = (dialog: HTMLElement) => {
    const button = (name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name });
    return { next: button('Next page'), previous: button('Previous page') };
  };

  it('[CONT-4] lists nobody under a range that is still computed, and cancels it when closed', async () => {
    const unanswered = new Promise<WireResponse>(() => undefined);
    const { wire, dialog } = await openImpact((skip) =>
      skip === 50 ? unanswered : { body: impactOn(120, 'seen', skip) },
    );
    await within(dialog).findByText('Student1 Ioana');
    fireEvent.click(pager(dialog).next);
    await within(dialog).findByText('Computing what would change…');
    expect(within(dialog).queryByText('Student1 Ioana')).toBeNull();
    expect([pager(dialog).next.disabled, pager(dialog).previous.disabled]).toEqual([true, true]);
    const request = wire.sent.find(({ query }) => query.get('skip') === '50');
    expect(request?.isCancelled()).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(request?.isCancelled()).toBe(true));
  });

  it('[CONT-4] leads back from a page that cannot be computed', async () => {
    const { dialog } = await openImpact((skip) =>
      skip === 50 ? refusal('settlement.withdrawn') : { body: impactOn(60, 'seen', skip) },
    );
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Next page' }));
    await within(dialog).findByRole('alert');
    fireEvent.click(pager(dialog).previous);
    await within(dialog).findByText('Student1 Ioana');
  });

  it('[CONT-4] lists no page of another effect than the one shown', async () => {
    const { dialog } = await openImpact((skip) => ({
      body: impactOn(60, skip === 0 ? 'seen' : 'other', skip),
    }));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Next page' }));
    await within(dialog).findByText(/changed meanwhile/i);
    expect(within(dialog).queryByText('Student60 Ioana')).toBeNull();
  });

  it('[CONT-4] names the answers that are correct in the new version of the bank', async () => {
    const bank = [
      {
        questionVersionId: 3,
        bank: 'newVersion' as const,
        correct: [
          { number: 2, text: 'Nu' },
          { number: 4, text: '' },
        ],
      },
    ];
    await openDesk({ 'POST examContests/7/impact': { body: { ...impactOn(1, 'seen'), bank } } });
    fireEvent.click(await within(await region()).findByRole('button', { name: 'Accept' }));
    const key = await screen.findByRole('list', { name: 'Key of the bank' });
    expect(
      within(key)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nu', 'answer 4 of the bank']);
  });
});

describe('[CONT-4] a technical complaint', () => {
  const complaint = (): Contest => ({
    ...contest,
    type: 'technical',
    comment: 'The picture did not load.',
    questions: contest.questions.map((one) => ({
      ...one,
      examQuestionId: 0,
      index: 0,
      served: null,
    })),
  });
  const whole = { ...question, examQuestionId: 0, index: 0, scored: null };

  it('[CONT-4] without a late answer is settled by full points for a question of the exam', async () => {
    const wire = await openDesk(
      {
        'POST examContests/7/impact': { body: impactOn(1, 'seen') },
        'PUT examContests/7/resolve': {
          body: { status: 'AC', scoreBefore: 0, scoreAfter: 10, together: [], endedSince: 0 },
        },
      },
      complaint,
      {
        questions: [whole],
        otherQuestions: [
          { examQuestionId: 5001, index: 1 },
          { examQuestionId: 5002, index: 2 },
        ],
      },
    );
    await screen.findByText(/no answer came too late. If you accept it/);
    fireEvent.click(await within(await region()).findByRole('button', { name: 'Accept' }));
    fireEvent.click(await screen.findByRole('combobox', { name: 'Full points for another question' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Question 2', hidden: true }));
    await screen.findByText(/1 student changes/);
    const send = await screen.findByRole('button', { name: 'Accept and score again' });
    await waitFor(() => expect(send).toHaveProperty('disabled', false));
    fireEvent.click(send);
    await screen.findByText('The decision has been recorded.');
    expect(sentTo(wire, 'examContests/7/resolve')).toEqual([
      {
        questions: [
          { examQuestionId: 0, accepted: true },
          { examQuestionId: 5002, accepted: true, settle: 'fullPoints', reach: 'student' },
        ],
        fingerprint: 'seen',
      },
    ]);
  });
});

it('[CONT-5] says why a holder of a part of the exam cannot play its recording', async () => {
  await openDesk({}, undefined, { recorded: 'ofOthers' });
  await screen.findByText(/^The recording shows the whole sitting/);
});

it.each([
  ['no', 'There is no recording of the sitting.'],
  ['shown', 'The recording of the sitting has no moment of this question.'],
  ['closed', 'There is a recording of the sitting. It is not shown to Radu Stan.'],
  [
    'ofOthers',
    'There is a recording of the sitting. It is not shown to Radu Stan, because it also shows questions of other disciplines.',
  ],
] as const)('[CONT-9] the printed pack says of the recording: %s', async (recorded, words) => {
  const { mine, waiting, isOwn, mayReopen, isRelative, relativeOf, ...packed } = contest;
  const { hindrance, together, ...evidence } = question;
  const content: EvidencePack['content'] = {
    format: evidenceFormat,
    institution: 'UMF',
    madeAt: '2019-02-05T10:00:00.000Z',
    madeBy: 'Radu Stan',
    contest: packed,
    scoringMode: 'FULL_MATCH',
    facts: null,
    questions: [evidence],
    recorded,
    settlements: [],
    chain: null,
  };
  stubWire({ 'GET examContests/7/pack': { body: { content, sha256: '', signature: '' } } });
  await openApp('/7/resolve?print=true', { as: loginData({ role: 'Admin' }) });
  await screen.findByText(words);
});

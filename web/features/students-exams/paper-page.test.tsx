import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PaperEntry } from '#contract/paper-entries.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const stored: PaperEntry = {
  groupId: 5,
  examName: 'Anatomie',
  studentName: 'Pop Ana',
  numarMatricol: 'M1',
  people: 2,
  isStored: true,
  refusal: null,
  discardRefusal: null,
  exams: [
    {
      examId: 6,
      name: 'Anatomie',
      isHandedIn: false,
      questions: [{ kind: 'multiple', options: 5, isAnswered: false }],
      own: { ticks: [1], cleared: [] },
      isReadTwice: true,
      differences: [],
    },
  ],
};

const openPaper = async (entry: PaperEntry) => {
  stubWire({ 'GET paperEntries/5': { body: entry } });
  await openApp('/studentsExams?view=paper&groupId=5', { as: loginData({ role: 'Admin' }) });
  await screen.findByText(/^Both people entered the same/);
};
const discard = () => screen.queryByRole('button', { name: 'Discard the entries…' });

it.each([
  [null, /two people can enter it again/],
  ['paper.reasonNeeded', /only two administrators can enter it again, each with a reason/],
] as const)(
  '[PRINT-1] says who can enter a paper again before its entries are discarded: %s',
  async (refusal, who) => {
    await openPaper({ ...stored, refusal });
    fireEvent.click(discard() as HTMLElement);
    await within(await screen.findByRole('dialog')).findByText(who);
  },
);

it.each([
  ['paper.tooLate', 'The contestations of this session are over: this paper can no longer be entered.'],
  ['paper.handedIn', 'The student handed this exam in at a computer: its answers stay as they are.'],
] as const)('[PRINT-1] offers no discarding after %s, and says why', async (discardRefusal, why) => {
  await openPaper({ ...stored, discardRefusal });
  const text = await screen.findByText(/^The entries can no longer be discarded/);
  expect(text.textContent).toContain(why);
  expect(discard()).toBeNull();
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type Candidate, useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, endSlot, firstAnswers, sitAppointment } from './sat-exams.ts';
import { expectNoSidewaysScroll } from './staff-page.ts';
import { newVisitor, settled, signedIn } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
let student: Candidate;
let examId: number;

beforeAll(async () => {
  student = await room.candidate({ parts: 1, questions: 4 });
  const begin = async () => callsOf(inject('serverUrl'), student.email);
  const calls = await begin();
  const { groupId } = await calls<PreparedExam>('POST', 'prepareExam');
  const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
  await admin('POST', `sittings/${groupId}/creditTime`, { minutes: 7, reason: 'Pană de curent' });
  // An answer that waited in the browser, and another computer that goes on.
  const { id, questions, writer } = await calls<LoadedExam>('GET', `getExamById?groupId=${groupId}`);
  for (const [seq, waited] of [
    [1, 0],
    [2, 40],
  ] as const)
    await calls('PUT', 'examSave', {
      examId: id,
      prevQuestId: questions.at(-1)?.id,
      currentAnswerChekedIds: [],
      saveId: randomUUID(),
      seq,
      writer,
      clientTime: new Date(Date.now() - waited * 1000).toISOString(),
    });
  [examId = 0] = await sitAppointment(await begin(), firstAnswers);
});
afterEach((test) => leaveAll(browser, test));

it('[CONT-1] [CONT-2] [NAV-7] a student contests an exam on a phone: gates, draft, review, read-only view', async () => {
  const page = await newVisitor(browser, { width: 390, height: 844 }, await signedIn(student.email));
  await page.goto(`/examResult?examId=${examId}`);
  await settled(page);
  await page.getByRole('link', { name: /^(Contest this exam|This exam cannot be contested before)/ }).click();
  await page.getByText(/^The contestations of this session closed on/).waitFor();
  await page.getByRole('region', { name: 'When this exam can be contested' }).waitFor();

  // Candidates of the tests are in a past session; move this one to the session around today.
  await room.sql`
    update appointments set exam_session_id = (
      select min(id) from exam_sessions where current_date between start_date and end_date) where exam_id = ${student.examId}`;
  await page.reload();
  await page.getByText(/^Others can still get the same questions/).waitFor();
  await endSlot(room.sql, student.examId);
  await page.reload();
  await page.getByText(/^You can submit it until/).waitFor();
  const question = page.getByRole('article', { name: 'Question 2', exact: true });
  await question.getByText('ticked', { exact: true }).first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('Choose at least one question.').waitFor();
  await question.getByRole('checkbox', { name: 'Contest question 2' }).check();
  await question.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Answer not in accordance with the bibliography' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('This needs an explanation.').waitFor();
  await question.getByRole('textbox', { name: 'Explanation' }).fill('See the textbook, page 12');
  await question.getByText('25 of 1000 characters').waitFor();
  await page.getByText(/Your draft is kept in this browser/).waitFor();
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await expectNoSidewaysScroll(page);

  // The draft survives a reload.
  await page.reload();
  await question.getByText('25 of 1000 characters').waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  const review = page.getByRole('region', { name: 'Check it once more' });
  await review.getByText('See the textbook, page 12').waitFor();
  await review.getByText('Answer not in accordance with the bibliography').waitFor();
  await expect.poll(() => review.getByRole('article').count()).toBe(1);
  await page.getByRole('button', { name: 'Submit the contestation' }).dblclick();

  await page.getByText('It has been submitted and can no longer be modified.').waitFor();
  await page.getByText('Waits for a decision').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await axeProblems(page)).toEqual([]);
  const [stored] = await room.sql<{ contests: number }[]>`
    select count(*)::int as contests from exam_contests where exam_id = ${examId}`;
  expect(stored?.contests).toBe(1);

  // A second contestation of the same type is refused; a technical complaint is not.
  await page.goto(`/examContest/${examId}/edit`);
  await page.getByText(/^You have already submitted this/).waitFor();
  await settled(page);
  await page.getByText('A technical problem').click();
  const facts = page.getByRole('region', { name: 'What the system recorded' });
  await facts.getByText(/^Connection lost: an answer arrived \d+ s late/).waitFor();
  await facts
    .getByText(/^Loaded again at/)
    .first()
    .waitFor();
  await facts.getByText(/^7 min of extra time at/).waitFor();
  await page.goto('/contestations');
  await page
    .getByRole('link', { name: /^Contestation \d+/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Contestation \d+/ }).waitFor();
});

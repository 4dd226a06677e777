import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ExamQuestion, PreparedExam } from '#contract/exam-taking.ts';
import type { PaperEntry } from '#contract/paper-entries.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, sitAppointment } from './sat-exams.ts';
import { expectNoSidewaysScroll, withNotice } from './staff-page.ts';
import { expectSteady } from './steady-page.ts';
import { resize, setDark, settled, visitAs } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
let address: string;
let ofRoom: string;

/** A student who finished an exam, and the page that prints it. */
beforeAll(async () => {
  const student = await room.candidate({ questions: 5 });
  await sitAppointment(await callsOf(inject('serverUrl'), student.email));
  const [printed] = await room.sql<
    { exam: number; session: number; room: number; slot: number; day: string }[]
  >`
    select custom_exam_id as exam, exam_session_id as session, room_id as room, room_slot_id as slot, exam_date as day from appointments where exam_id = ${student.examId}`;
  address = `/adminExamPrint?examCustomId=${printed?.exam}&examSessionId=${printed?.session}`;
  ofRoom = `/adminExamPrint?examRoomId=${printed?.room}&examRoomSlotId=${printed?.slot}&from=${printed?.day}&to=${printed?.day}`;
});
afterEach((test) => leaveAll(browser, test));

/** Generates two templates unless there are some. */
async function openWithTemplates(): Promise<Page> {
  const page = await visitAs(browser, 'admin', address);
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  await settled(page);
  if ((await page.getByRole('link', { name: 'Template 1', exact: true }).count()) === 0) {
    await page.getByRole('textbox', { name: 'Number of templates' }).fill('2');
    await page.getByRole('button', { name: 'Generate' }).click();
  }
  // A background job: a server that a test kills may have begun it.
  await page.getByRole('link', { name: 'Template 2', exact: true }).waitFor({ timeout: 90_000 });
  await page.getByText('2 templates were generated.').waitFor();
  return page;
}

describe('[TMPL-1] templates', () => {
  it('[TMPL-1][TMPL-2][TMPL-3][UX-12] are generated with progress, viewed, correlated with the bank and reordered, and their questions are replaced', async () => {
    const page = await openWithTemplates();
    await page.getByText(/^Two templates share/).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Template 1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Template 1' }).waitFor();
    await expect.poll(() => page.locator('li > p').count()).toBeGreaterThanOrEqual(5);
    await page.getByText('Question correlation', { exact: true }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
    const correlated = (await page.getByRole('cell').allInnerTexts()).filter((_, at) => at % 5 === 1);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const [, ...lines] = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(5);
    for (const [index, original] of correlated.entries()) expect(lines[index]).toContain(original);
    // The list of numbers is printed, its controls are not.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Download CSV' }).isVisible()).toBe(false);
    expect(await page.getByRole('row').last().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    expect(await axeProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Move question 2 up' }).waitFor();
    await expectSteady(page);
    await page.getByRole('button', { name: 'Move question 2 up' }).click();
    await page.getByRole('button', { name: 'Replace question 5' }).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('button', { name: /^Choose question/ }).first();
    const chosen = /\d+/.exec((await choice.getAttribute('aria-label')) ?? '')?.[0];
    await choice.click();
    await page.getByText(`Replaced by question ${chosen} when you save`).waitFor();
    await withNotice(page, 'The template was saved.', () =>
      page.getByRole('button', { name: 'Save template' }).click(),
    );
    await page.getByText(`Question of the bank ${chosen}`).waitFor();
    await resize(page, 360, 740);
    await settled(page);
    await expectNoSidewaysScroll(page);
  });
});

describe('[PRINT-1] the print page', () => {
  it('[PRINT-1][SHELL-1] prints papers with cover, key and answer sheet, and splits no question', async () => {
    const page = await openWithTemplates();
    await page.getByRole('checkbox', { name: 'Select Marin Ioana' }).check();
    const templates = page.getByRole('table', { name: 'List of templates' });
    await templates.getByRole('checkbox', { name: 'Select all rows of the page' }).check();
    for (const name of ['Answer sheet', 'Key', 'Given answers', 'Question correlation'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('button', { name: 'Prepare 3 papers' }).click();
    await page.getByText(/^Batch 1 of 1: 3 papers, \d+ pages$/).waitFor();
    await settled(page);
    expect(await page.getByRole('navigation').count()).toBe(0);
    const pages = page.locator('article:not([data-blank])');
    await expect.poll(() => pages.count()).toBeGreaterThanOrEqual(12);
    await pages.first().getByText('Page 1 of', { exact: false }).waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Code S\d+$/ }).count()).toBe(1);
    await expect.poll(() => page.getByText('With key – not for students').count()).toBe(3);
    await expect.poll(() => page.getByText('given answer').count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByText('correct answer', { exact: true }).count()).toBeGreaterThan(0);
    // The cover of the student, the head of every page, the answer sheets and the numbers in the bank.
    const cover = pages.filter({ has: page.getByRole('img', { name: /^Code S\d+$/ }) });
    for (const fact of ['Marin Ioana', /^M-[0-9a-f]{8}$/, /^Aula candidaților, Corp A, row 3, seat \d+$/])
      await cover.locator('dd').filter({ hasText: fact }).waitFor();
    const heads = pages
      .locator('header')
      .filter({ hasText: /^Examen de probă .*(Marin Ioana · M-|Template \d)/ });
    await expect.poll(async () => (await heads.count()) - (await pages.count())).toBe(0);
    await expect.poll(() => page.getByText(/^Answer sheet: /).count()).toBe(3);
    await expect.poll(() => page.locator('article tbody tr').count()).toBe(15);

    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    const overflowing = () =>
      pages.evaluateAll(
        (all) =>
          all.filter(
            (one) =>
              one.getBoundingClientRect().height > 297 * (96 / 25.4) + 1 ||
              one.scrollHeight > one.clientHeight + 1,
          ).length,
      );
    await expect.poll(overflowing).toBe(0);
    const sheets = await page.locator('article').count();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    // A browser may add an empty sheet at the end.
    const printed = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
    expect([sheets, sheets + 1]).toContain(printed);
    // Every paper begins on the front of a sheet.
    expect(sheets % 2).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    expect(await axeProblems(page)).toEqual([]);
    await setDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);

    // Everyone in a room and slot, whichever exam they sit.
    await page.goto(ofRoom);
    await page.getByRole('button', { name: /^Select (all \d+|the one student)$/ }).click();
    await page.getByRole('button', { name: /^Prepare (one paper|\d+ papers)$/ }).waitFor();
  });
});

/** Two students in a room of their own: one waits, the other has answered the first question. */
async function ownRoom(): Promise<{ address: string; waiting: number; running: number }> {
  const [waiting, running] = [await room.candidate({ questions: 3 }), await room.candidate({ questions: 3 })];
  const [slot] = await room.sql<{ room: number; slot: number; day: string }[]>`
    with made as (
      insert into rooms (name, building, seat_numbers, priority) values (${`Rezervă ${waiting.examId}`}, 'B', 30000, 9) returning id
    ), slot as (
      insert into room_slots (room_id, start_hour, end_hour) select id, '08:00', '20:00' from made returning id, room_id
    )
    select room_id as room, id as slot, (select exam_date from appointments where exam_id = ${waiting.examId}) as day from slot`;
  await room.sql`
    update appointments set room_id = ${slot?.room ?? 0}, room_slot_id = ${slot?.slot ?? 0}
     where exam_id in (${waiting.examId}, ${running.examId})`;
  const calls = await callsOf(inject('serverUrl'), running.email);
  const begun = await calls<PreparedExam>('POST', 'prepareExam');
  const question = await calls<ExamQuestion>('PUT', 'examQuestion?questionIndex=1', {
    examId: begun.id,
    prevQuestId: 0,
  });
  await calls('PUT', 'examSave', {
    examId: begun.id,
    prevQuestId: question.id,
    currentAnswerChekedIds: question.answerExams.slice(0, 1).map(({ id }) => id),
    saveId: randomUUID(),
    seq: 1,
    writer: begun.writer,
  });
  return {
    address: `/adminExamPrint?examRoomId=${slot?.room}&examRoomSlotId=${slot?.slot}&from=${slot?.day}&to=${slot?.day}`,
    waiting: waiting.examId,
    running: begun.groupId,
  };
}

describe('[PRINT-1] the paper fallback', () => {
  it('[PRINT-1] prints a room in one go, retries a failed fetch, and takes the answers by the code of a sheet', async () => {
    const own = await ownRoom();
    const page = await visitAs(browser, 'admin', own.address);
    await page.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByRole('checkbox', { name: 'Answer sheet', exact: true }).check();
    await page.route('**/examPrint', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Prepare 2 papers' }).click();
    await page.getByText('The papers could not be prepared.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^Batch 1 of 1: 2 papers, \d+ pages$/).waitFor();
    await page.getByText('Not started').waitFor();
    await page.getByText('Running: answers so far').waitFor();
    // Without asking for given answers, the one given at the computer is printed.
    await expect.poll(() => page.getByText('given answer').count()).toBe(1);
    // Nothing of the key is on the papers of students.
    expect(await page.getByText('With key – not for students').count()).toBe(0);
    expect(await page.getByText('correct answer', { exact: true }).count()).toBe(0);
    expect(await page.locator('article [data-correct]').count()).toBe(0);
    await expect.poll(() => page.getByRole('img', { name: /^Code S\d+-1$/ }).count()).toBe(2);

    await page.goto('/studentsExams?view=paper');
    const code = page.getByRole('textbox', { name: 'Code of the paper' });
    await code.waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(`S${own.running}-1`);
    await page.keyboard.press('Enter');
    await page.getByText(/^Blank on the paper, answered at the computer/).waitFor();
    await page.getByRole('checkbox', { name: 'Question 2, answer B' }).check();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save what I read' }).click();
    await page.getByText(/^Your ticks are stored/).waitFor();
    // A second person, who reads the same.
    const secretary = await callsOf(inject('serverUrl'), 'general.secretary@exam.test');
    const { exams } = await secretary<PaperEntry>('GET', `paperEntries/${own.running}`);
    const examId = exams[0]?.examId ?? 0;
    await secretary('PUT', `paperEntries/${own.running}`, { exams: [{ examId, ticks: [0, 2, 0] }] });
    await page.reload();
    await page.getByText(/^Both people entered the same/).waitFor();
    await expect.poll(() => room.stored(examId)).toEqual(['A', 'B', '']);
    await page.getByRole('button', { name: 'Discard the entries…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Another paper');
    await dialog.getByRole('button', { name: 'Discard the entries' }).click();
    await page.getByText(/^Two people enter the ticks of a paper/).waitFor();
    const discarded = page.getByRole('checkbox', { name: 'Question 2, answer B' });
    await expect.poll(() => discarded.isChecked()).toBe(false);
    // The right paper is entered by both.
    await page.getByRole('checkbox', { name: 'Question 3, answer A' }).check();
    await page.getByRole('button', { name: 'Save what I read' }).click();
    await page.getByText(/^Your ticks are stored/).waitFor();
    await secretary('PUT', `paperEntries/${own.running}`, { exams: [{ examId, ticks: [0, 0, 1] }] });
    await page.reload();
    await page.getByText(/^Both people entered the same/).waitFor();
    await expect.poll(() => room.stored(examId)).toEqual(['A', '', 'A']);
  });

  it('[PRINT-1] of several parts is entered for those that were not handed in', async () => {
    const student = await room.candidate({ questions: 2, parts: 2 });
    const calls = await callsOf(inject('serverUrl'), student.email);
    const { id, groupId } = await calls<PreparedExam>('POST', 'prepareExam');
    await calls('PUT', `examFinish?examId=${id}`);
    const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
    const [appointment] = await room.sql<
      { id: number }[]
    >`select id from appointments where exam_id = ${student.examId}`;
    await admin('POST', 'examPrint', { appointments: [appointment?.id] });
    const page = await visitAs(browser, 'admin', `/studentsExams?view=paper&groupId=${groupId}`);
    await page.getByText(/^The student handed this exam in at a computer/).waitFor();
    await page.getByRole('checkbox', { name: 'Question 2, answer A' }).check();
    await page.getByRole('button', { name: 'Save what I read' }).click();
    await page.getByText(/^Your ticks are stored/).waitFor();
    const secretary = await callsOf(inject('serverUrl'), 'general.secretary@exam.test');
    const { exams } = await secretary<PaperEntry>('GET', `paperEntries/${groupId}`);
    const open = exams.find(({ isHandedIn }) => !isHandedIn)?.examId ?? 0;
    await secretary('PUT', `paperEntries/${groupId}`, { exams: [{ examId: open, ticks: [0, 1] }] });
    await page.reload();
    await page.getByText(/^Both people entered the same/).waitFor();
    expect([await room.finishCause(id), await room.finishCause(open)]).toEqual(['student', 'staff']);
  });

  it('[PRINT-1] names the students whose papers are not drawn yet', async () => {
    const far = await room.candidate({ questions: 3, from: 3000, to: 3100 });
    const [printed] = await room.sql<{ exam: number; session: number }[]>`
      select custom_exam_id as exam, exam_session_id as session from appointments where exam_id = ${far.examId}`;
    const page = await visitAs(
      browser,
      'admin',
      `/adminExamPrint?examCustomId=${printed?.exam}&examSessionId=${printed?.session}`,
    );
    await page.getByRole('button', { name: 'Select the one student' }).click();
    await page.getByRole('button', { name: 'Prepare one paper' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'One student has no paper:' });
    await alert.getByText('Marin Ioana').waitFor();
  });
});

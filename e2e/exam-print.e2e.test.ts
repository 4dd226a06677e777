import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, sitAppointment } from './sat-exams.ts';
import { expectNoSidewaysScroll } from './staff-desk.ts';
import { setDark, settled, visitAs } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
let address: string;
let ofRoom: string;

/** A student who finished an exam, and the page that prints it. */
beforeAll(async () => {
  const student = await room.candidate({ questions: 5 });
  await sitAppointment(await callsOf(inject('serverUrl'), student.email));
  const [place] = await room.sql<
    { exam: number; session: number; room: number; slot: number; day: string }[]
  >`
    select custom_exam_id as exam, exam_session_id as session, room_id as room, room_slot_id as slot, exam_date as day from appointments where exam_id = ${student.examId}`;
  address = `/adminExamPrint?examCustomId=${place?.exam}&examSessionId=${place?.session}`;
  ofRoom = `/adminExamPrint?examRoomId=${place?.room}&examRoomSlotId=${place?.slot}&from=${place?.day}&to=${place?.day}`;
});
afterEach(() => leaveAll(browser));

/** Generates two templates unless there are some. */
async function openWithTemplates(): Promise<Page> {
  const page = await visitAs(browser, 'admin', address);
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  await settled(page);
  if ((await page.getByRole('link', { name: 'Template 1', exact: true }).count()) === 0) {
    await page.getByRole('textbox', { name: 'Number of templates' }).fill('2');
    await page.getByRole('button', { name: 'Generate' }).click();
  }
  await page.getByRole('link', { name: 'Template 2', exact: true }).waitFor();
  await page.getByText('2 templates were generated.').waitFor();
  return page;
}

describe('[TMPL-1] templates', () => {
  it('[TMPL-1][TMPL-2] are generated with progress, viewed and reordered, and their questions are replaced', async () => {
    const page = await openWithTemplates();
    await page.getByText(/^Two templates share/).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Template 1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Template 1' }).waitFor();
    const texts = () => page.locator('li > p').allInnerTexts();
    const before = await texts();
    expect(before.length).toBeGreaterThanOrEqual(5);
    await page.getByText('Question correlation', { exact: true }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
    expect(await axeProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Move question 2 up' }).click();
    await page.getByRole('button', { name: 'Replace question 5' }).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('button', { name: /^Choose question/ }).first();
    const chosen = /\d+/.exec((await choice.getAttribute('aria-label')) ?? '')?.[0];
    await choice.click();
    await page.getByText(`Replaced by question ${chosen} when you save`).waitFor();
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('The template was saved.').waitFor();
    await page.getByText(`Question of the bank ${chosen}`).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    await expectNoSidewaysScroll(page);
  });
});

describe('[PRINT-1] the print page', () => {
  it('[PRINT-1][SHELL-1] prints papers with cover, key and answer sheet, and splits no question', async () => {
    const page = await openWithTemplates();
    await page.getByRole('checkbox', { name: 'Select Marin Ioana' }).check();
    await page.getByRole('checkbox', { name: 'Select all templates' }).check();
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

    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    const overflowing = await pages.evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.getBoundingClientRect().height > 297 * (96 / 25.4) + 1 ||
            one.scrollHeight > one.clientHeight + 1,
        ).length,
    );
    expect(overflowing).toBe(0);
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

/** A student who finished an exam made from a template, and the address of that template's contest. */
async function satTemplate(): Promise<string> {
  const student = await room.candidate({ questions: 3 });
  const [place] = await room.sql<{ exam: number; session: number; pregenerated: boolean }[]>`
    select a.custom_exam_id as exam, a.exam_session_id as session, s.pregenerated
      from appointments a join exam_sessions s on s.id = a.exam_session_id where a.exam_id = ${student.examId}`;
  const { exam = 0, session = 0, pregenerated = false } = place ?? {};
  const page = await visitAs(
    browser,
    'admin',
    `/adminExamPrint?examCustomId=${exam}&examSessionId=${session}`,
  );
  await page.getByRole('textbox', { name: 'Number of templates' }).fill('1');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText('One template was generated.').waitFor();
  await room.sql`update exam_sessions set pregenerated = true where id = ${session}`;
  await room.sql`delete from exam_groups where started_at is null and custom_exam_id = ${exam}`;
  await sitAppointment(await callsOf(inject('serverUrl'), student.email));
  await room.sql`update exam_sessions set pregenerated = ${pregenerated} where id = ${session}`;
  const [template] = await room.sql<{ id: number }[]>`
    select id from template_groups where custom_exam_id = ${exam} and exam_session_id = ${session}`;
  return `/templateExamView/${template?.id}/${session}`;
}

describe('[TMPL-2] the contest of a template', () => {
  it('[TMPL-2] removes answers by switch, shows the effect before writing, and undoes it', async () => {
    const page = await visitAs(browser, 'admin', await satTemplate());
    await page.getByRole('link', { name: 'Contest' }).click();
    // The student left the last question open: it gives points only when all its answers are removed.
    const answers = page.getByRole('switch', { name: /^Answer . of question 3 counts$/ });
    await answers.first().waitFor();
    const write = async (sentence: RegExp) => {
      await page.getByRole('button', { name: 'Show the effect' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(sentence).waitFor();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    for (const answer of await answers.all()) await answer.setChecked(false, { force: true });
    // Tall enough that the bar at the bottom covers no answer.
    await page.setViewportSize({ width: 1280, height: 4000 });
    await settled(page);
    expect(await axeProblems(page)).toEqual([]);
    await write(/^The result of 1 student changes/);
    await page.getByText('Applied. The grade or score of one exam has changed.').first().waitFor();
    await page.reload();
    await answers.first().waitFor();
    for (const answer of await answers.all()) expect(await answer.isChecked()).toBe(false);
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Withdraw everything' }).click();
    await write(/^The result of 1 student changes/);
    for (const answer of await answers.all()) expect(await answer.isChecked()).toBe(true);
  });
});

import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type { WholeTemplate } from '#contract/templates.ts';
import { minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { ownDiscipline, saveStructure } from './own-bank.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, sitAppointment } from './sat-exams.ts';
import { expectNoSidewaysScroll, withNotice } from './staff-page.ts';
import { resize, settled, visitAs } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

/** Generates a template on the print page. */
async function generateOne(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Number of templates' }).fill('1');
  await page.getByRole('button', { name: 'Generate' }).click();
  // A background job: a server that a test kills may have begun it.
  await page.getByText('One template was generated.').waitFor({ timeout: 90_000 });
}

/** The print page of an exam that asks a discipline of its own. */
async function ownExam(): Promise<string> {
  const own = await ownDiscipline('MG301', [5]);
  await saveStructure(own, [3]);
  const [taught] = await room.sql<
    { college: number; section: number; year: number; series: number; session: number }[]
  >`
    select d.college_id as college, d.section_id as section, d.year, min(s.series_id) as series,
           (select min(id) from exam_sessions) as session
      from disciplines d join discipline_series s on s.discipline_id = d.id where d.id = ${own.id} group by d.id`;
  if (!taught) throw new Error('the discipline has no series');
  const { college, section, year, series, session } = taught;
  const exam = await room.sql.begin((tx) =>
    insertCustomExam(tx, {
      name: `Anatomie ${own.code}`,
      collegeId: college,
      sectionId: section,
      year,
      seriesIds: [series],
      durationMinutes: 60,
      parts: [{ disciplines: [{ disciplineId: own.id, questions: 3 }] }],
    }),
  );
  return `/adminExamPrint?examCustomId=${exam}&examSessionId=${session}`;
}

describe('[TMPL-2] an outdated template', () => {
  it('[TMPL-2][PRINT-1] is renewed by a click, and asks before it is printed, which freezes it', async () => {
    const print = await ownExam();
    const page = await visitAs(browser, 'admin', print);
    await generateOne(page);
    await page.getByRole('link', { name: 'Template 1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Template 1' }).waitFor();
    const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
    const path = new URL(page.url()).pathname.replace('/templateExamView/', 'templateExams/');
    const [question] = (await admin<WholeTemplate>('GET', path)).exams[0]?.questions ?? [];
    if (!question) throw new Error('the template has no question');
    const answers = Array.from({ length: 10 }, (_, at) => ({ text: `răspuns ${at + 1}`, isCorrect: at < 5 }));
    const { chapterId, version } = question;
    await admin('PUT', `questions/${question.questionId}`, {
      chapterId,
      text: 'Corectată',
      answers,
      version,
    });

    // The list, the page of the template and the question before printing warn of it.
    await page.goto(print);
    await page.getByText(/^One template has questions that were changed in the bank/).waitFor();
    const select = page.getByRole('checkbox', { name: 'Select template 1' });
    const prepare = page.getByRole('button', { name: 'Prepare one paper' });
    const dialog = page.getByRole('dialog', { name: 'Prepare and freeze one template?' });
    await select.check();
    await prepare.click();
    await dialog.getByText(/With questions changed in the bank since.*Template 1\./).waitFor();
    await dialog.getByRole('button', { name: 'Back to the selection' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Template 1', exact: true }).click();
    const warning = page.getByText(/^One question of this template was changed in the bank/);
    await warning.waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Renew outdated questions' }).click();
    await page.getByText('Replaced by its newer version when you save').waitFor();
    await withNotice(page, 'The template was saved.', () =>
      page.getByRole('button', { name: 'Save template' }).click(),
    );
    await page.getByText('Corectată').waitFor();
    await warning.waitFor({ state: 'detached' });

    await page.goto(print);
    await select.check();
    await prepare.click();
    await dialog.getByText(/can no longer be edited or deleted/).waitFor();
    expect(await dialog.getByText(/With questions changed/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Prepare and freeze' }).click();
    await page.getByText(/^Batch 1 of 1: 1 papers, \d+ pages$/).waitFor();
    // A paper without a name belongs to no sitting, so it has no code to enter it by.
    expect(await page.getByRole('img', { name: /^Code/ }).count()).toBe(0);
    expect(await page.getByText(/\bT\d+\b/).count()).toBe(0);
    // It asks only once.
    await page.getByRole('button', { name: 'Back to the selection' }).click();
    await prepare.click();
    await page.getByText(/^Batch 1 of 1: 1 papers, \d+ pages$/).waitFor();
    await page.goto(`/${path.replace('templateExams', 'templateExamEdit')}`);
    await page.getByText(/^A student has started an exam with this template, or it or a paper/).waitFor();
    expect(await page.getByRole('button', { name: /^(Replace question|Save template)/ }).count()).toBe(0);
  });
});

/** A student who finished an exam made from a template, in a session of its own, and the address of that template's contest. */
async function satTemplate(): Promise<string> {
  // Days ahead, so that no paper is drawn before there is a template.
  const student = await room.candidate({ questions: 3, from: 3000, to: 3100 });
  const [used] = await room.sql<{ exam: number; session: number }[]>`
    insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date,
      contest_resolve_end_date, exam_schedule_start, exam_schedule_end, pregenerated)
    select 'Sesiune cu șabloane', s.start_date, s.end_date, s.contest_start_date, s.contest_end_date,
           s.contest_resolve_end_date, s.exam_schedule_start, s.exam_schedule_end, true
      from exam_sessions s join appointments a on a.exam_session_id = s.id where a.exam_id = ${student.examId}
    returning id as session, (select custom_exam_id from appointments where exam_id = ${student.examId}) as exam`;
  const { exam = 0, session = 0 } = used ?? {};
  const page = await visitAs(
    browser,
    'admin',
    `/adminExamPrint?examCustomId=${exam}&examSessionId=${session}`,
  );
  // The student's questions keep the order of the template.
  await page
    .getByRole('checkbox', { name: 'Order of questions and answers differs for every student' })
    .uncheck();
  await generateOne(page);
  const { startsAt, endsAt, examDate } = await minutesFromNow(room.sql, -5, 120);
  await room.sql`
    update appointments set exam_session_id = ${session}, starts_at = ${startsAt}, ends_at = ${endsAt}, exam_date = ${examDate}
     where exam_id = ${student.examId}`;
  await sitAppointment(await callsOf(inject('serverUrl'), student.email));
  const [template] = await room.sql<{ id: number }[]>`
    select id from template_groups where custom_exam_id = ${exam} and exam_session_id = ${session}`;
  return `/templateExamView/${template?.id}/${session}`;
}

describe('[TMPL-2] the contest of a template', () => {
  it('[TMPL-1] [TMPL-2] of a student’s paper removes answers by switch, shows the effect before writing, and undoes it; its questions stay', async () => {
    const view = await satTemplate();
    const page = await visitAs(browser, 'admin', view.replace('View', 'Edit'));
    await page.getByText(/^A student has started an exam with this template/).waitFor();
    expect(await page.getByRole('button', { name: /^(Replace question|Save template)/ }).count()).toBe(0);
    await page.goto(view);
    await page.getByRole('link', { name: 'Contest' }).click();
    // The student left the last question open: it gives points only when all its answers are removed.
    const answers = page.getByRole('switch', { name: /^Answer . of question 3 counts$/ });
    await answers.first().waitFor();
    /** The states that occur among the answers. */
    const checked = () =>
      answers.evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLInputElement).checked))]);
    const write = async (sentence: RegExp) => {
      await page.getByRole('button', { name: 'Show the effect' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(sentence).waitFor();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    for (const answer of await answers.all()) await answer.setChecked(false, { force: true });
    await expect.poll(checked).toEqual([false]);
    // Tall enough that the bar at the bottom covers no answer.
    await resize(page, 1280, 4000);
    await settled(page);
    expect(await axeProblems(page)).toEqual([]);
    await withNotice(page, 'Applied. The grade or score of one exam has changed.', () =>
      write(/^The result of 1 student changes/),
    );
    await page.reload();
    await answers.first().waitFor();
    await expect.poll(checked).toEqual([false]);
    await resize(page, 360, 740);
    await settled(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Withdraw everything' }).click();
    await write(/^The result of 1 student changes/);
    await expect.poll(checked).toEqual([true]);
  });
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { Template } from '#contract/templates.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { answerLate, contestedCohort, fileFor, type Sitter } from './contested-exams.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf } from './sat-exams.ts';
import { button, choose, dialog, expectNoSidewaysScroll, field, openAs, seeText } from './staff-page.ts';
import { quiet, resize, settled } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

const [first, second] = ['Despre femur', 'Despre tibie'];
const decision = (page: Page) => page.getByRole('region', { name: 'Decizia' });
const impactLine = (page: Page) => decision(page).getByRole('status');
/** Reads the result as staff, which does not count as the student opening it. */
const examOf = async ({ examId }: Sitter): Promise<ExamResults['exam']> => {
  const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
  return (await admin<ExamResults>('GET', `previewExam?examId=${examId}`)).exam;
};

it('[CONT-3] [CONT-4] [CONT-5] [EXAM-8] [TMPL-2] a scoring mode is corrected, the student sees the changed grade, a late answer counts, settlements reach a template and a session, and the template’s contest starts from them', async () => {
  const right = () => ['corect 1', 'corect 2'];
  const { customExamId, sessionId, sitters } = await contestedCohort(room.sql, {
    questions: [first, second],
    fromTemplate: true,
    sitters: {
      Marinescu: (text) => (text === first ? ['corect 1', 'corect 2', 'greșit 1'] : right()),
      Dobrescu: (text) => (text === first ? right() : []),
    },
  });
  const [appellant, complainant] = sitters as [Sitter, Sitter];
  const appeal = await fileFor(appellant, [first]);
  await answerLate(room.sql, complainant, second, right());
  const complaint = await complainant.calls<Contest>('POST', 'examContests', {
    examId: complainant.examId,
    type: 'technical',
    questions: [],
    comment: 'Rețeaua a căzut la ultima întrebare.',
  });

  // Staff correct the scoring mode of the cohort after seeing the impact.
  const { page } = await openAs(
    browser,
    `/studentsExams?view=statistics&examCustomId=${customExamId}&sessionId=${sessionId}`,
  );
  const correction = page.getByRole('region', { name: 'Mod de punctare greșit' });
  const changes = dialog(page, 'Ce se schimbă');
  await seeText(correction, 'Examenele au fost date cu modul: Contează fiecare decizie corectă.');
  await choose(correction, 'Modul corect', 'Totul sau nimic');
  await field(correction, 'Motivul corecției').fill('Sesiunea a fost deschisă cu alt mod.');
  await button(correction, 'Arată ce se schimbă').click();
  await seeText(changes, 'Se schimbă rezultatul la 1 student');
  await seeText(changes.getByRole('table', { name: 'Ce se schimbă' }), 'Marinescu Ioana');
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await button(changes, 'Corectează și punctează din nou').click();
  await seeText(correction, /^Corectat în „Totul sau nimic” de .*Sesiunea a fost deschisă cu alt mod\.$/);
  expect((await examOf(complainant)).grade).toBe(5.5);

  // The dashboard shows the changed grade until the student opens the result.
  const phone = await openAs(browser, '/dashboard', { email: appellant.email, width: 360 });
  const notices = phone.page.getByRole('region', { name: 'Note modificate' });
  await seeText(notices, 'nota 9,10 a devenit 5,50');
  await settled(phone.page);
  await expectNoSidewaysScroll(phone.page);
  expect(await axeProblems(phone.page)).toEqual([]);
  await notices.getByRole('link').click();
  await phone.page.waitForURL('**/examResult**');
  // The dashboard, which has the grade too, stays on screen until the result is there.
  await notices.waitFor({ state: 'detached' });
  await seeText(phone.page, '5,50');
  await phone.page.goto('/dashboard');
  await phone.page.getByRole('region', { name: 'Contestațiile tale' }).waitFor();
  await settled(phone.page);
  expect(await notices.count()).toBe(0);
  await phone.close();

  await resize(page, 360, 800);
  await settled(page);
  await expectNoSidewaysScroll(page);
  await button(correction, 'Retrage corecția').click();
  await button(changes, 'Retrage corecția').click();
  await button(correction, 'Retrage corecția').waitFor({ state: 'detached' });
  await expect.poll(async () => (await examOf(appellant)).grade).toBe(9.1);
  await resize(page, 1440, 900);

  // An administrator accepts the late answer.
  await page.goto(`/${complaint.id}/resolve`);
  await seeText(page, 'Rețeaua a căzut la ultima întrebare.');
  await button(decision(page), /^Accept/).waitFor();
  await quiet(page);
  await page.keyboard.press('Alt+KeyA');
  const remedy = decision(page).getByRole('combobox', { name: /^Întrebarea \d$/ });
  await expect.poll(() => remedy.inputValue()).toBe('Se ia în calcul răspunsul întârziat');
  await seeText(impactLine(page), 'Se schimbă rezultatul la 1 student');
  expect(await axeProblems(page)).toEqual([]);
  await field(page, 'Răspuns pentru student').fill('Întreruperea se confirmă.');
  await button(page, 'Acceptă și punctează din nou').click();
  await seeText(decision(page), 'Acceptată · Se ia în calcul răspunsul întârziat · Acest student');
  expect((await examOf(complainant)).score).toBe(20);

  // Another complaint is refused.
  const refused = await appellant.calls<Contest>('POST', 'examContests', {
    examId: appellant.examId,
    type: 'technical',
    questions: [],
    comment: 'Tastatura se bloca.',
  });
  await page.goto(`/${refused.id}/resolve`);
  await seeText(page, 'Tastatura se bloca.');
  await button(decision(page), /^Resping/).click();
  await field(page, 'Răspuns pentru student').fill('Nu se confirmă.');
  await button(decision(page), 'Respinge').click();
  await seeText(decision(page), 'Respinsă');
  const statusOfRefused = async () =>
    (await appellant.calls<Contest>('GET', `examContests/${refused.id}`)).status;
  await expect.poll(statusOfRefused).toBe('RS');

  // The holder removes an answer for everyone who got this template.
  const holder = await openAs(browser, `/${appeal.id}/resolve`, { email: 'teacher@exam.test' });
  await button(decision(holder.page), /^Accept/).waitFor();
  await quiet(holder.page);
  await holder.page.keyboard.press('Alt+KeyA');
  await decision(holder.page).getByRole('radio', { name: 'Se scoate un răspuns' }).check();
  await decision(holder.page).getByRole('checkbox', { name: 'greșit 1' }).check();
  await decision(holder.page).getByText('Acest șablon', { exact: true }).click();
  await seeText(impactLine(holder.page), 'Se punctează din nou 2 examene.');
  await seeText(impactLine(holder.page), 'Se schimbă rezultatul la 1 student');
  await button(holder.page, 'Acceptă și punctează din nou').click();
  await seeText(decision(holder.page), 'Acceptată · Se scoate un răspuns · Acest șablon');
  expect((await examOf(appellant)).score).toBe(20);

  // And corrects the key of the other question for the whole session.
  const other = await fileFor(complainant, [second]);
  await holder.page.goto(`/${other.id}/resolve`);
  await button(decision(holder.page), /^Accept/).click();
  await decision(holder.page).getByRole('radio', { name: 'Se corectează baremul' }).check();
  await decision(holder.page).getByRole('checkbox', { name: 'greșit 3' }).check();
  await seeText(impactLine(holder.page), 'Se schimbă rezultatul la 2 studenți');
  await button(holder.page, 'Acceptă și punctează din nou').click();
  await seeText(decision(holder.page), 'Acceptată · Se corectează baremul · Toată sesiunea');
  expect((await examOf(appellant)).score).toBeLessThan(20);
  await holder.close();

  // The template shows both, and its contest starts from the corrected key; here it returns to the served one.
  const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
  const templates = await admin<Template[]>(
    'GET',
    `templateExams?examCustomId=${customExamId}&sessionId=${sessionId}`,
  );
  const answer = (text: string, of: string) =>
    page.getByRole('listitem').filter({ hasText: of }).getByRole('listitem').filter({ hasText: text });
  // Its view shows the key that scores, and what was served.
  await page.goto(`/templateExamView/${templates[0]?.groupId}/${sessionId}`);
  await seeText(answer('greșit 3', second), '(greșit în baremul inițial)');
  await seeText(answer('greșit 1', first), 'eliminat: nu se punctează');
  await page.goto(`/templateExamContest/${templates[0]?.groupId}/${sessionId}`);
  const removed = answer('greșit 1', first).getByRole('switch');
  await removed.waitFor();
  await expect
    .poll(async () => [await removed.isChecked(), await removed.isDisabled()])
    .toEqual([false, true]);
  await seeText(answer('greșit 1', first), 'nu se punctează: eliminat printr-o contestație');
  const correct = (text: string) => answer(text, second).getByRole('checkbox');
  for (const [text, isCorrect] of [
    ['corect 1', true],
    ['greșit 3', true],
    ['greșit 2', false],
  ] as const)
    await expect.poll(() => correct(text).isChecked()).toBe(isCorrect);
  await correct('greșit 3').uncheck();
  await button(page, 'Arată efectul').click();
  await seeText(changes, 'Se schimbă rezultatul la 2 studenți');
  await button(changes, 'Aplică').click();
  await changes.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await examOf(appellant)).score).toBe(20);
});

it('[CONT-6] the dean’s office opens on the numbers, narrows them to a session and exports them', async () => {
  const { sessionId, sitters } = await contestedCohort(room.sql, {
    questions: [first],
    fromTemplate: true,
    sitters: { Vasilescu: () => ['greșit 1'] },
  });
  await fileFor(sitters[0] as Sitter, [first]);
  const { page } = await openAs(browser, '/contestations', { email: 'dean@exam.test', width: 360 });
  const numbers = page.getByRole('list', { name: 'Contestații pe discipline' });
  await numbers.waitFor();
  await page.goto(`/contestations?sessionId=${sessionId}`);
  await expect.poll(() => numbers.getByRole('listitem').count()).toBe(1);
  await seeText(numbers, 'În așteptare de cel mult o zi');
  expect(await numbers.getByRole('link').count()).toBe(0);
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Sesiune' }).inputValue())
    .toBe('Sesiune cu șabloane');
  await settled(page);
  await expectNoSidewaysScroll(page);
  expect(await axeProblems(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await button(page, 'Exportă').click();
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  const [, line = ''] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(line).toContain(',1,0,0,0,1,0,0,0,0,');
});

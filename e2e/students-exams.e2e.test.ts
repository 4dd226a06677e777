import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type Candidate, useExamRoom } from './exam-room.ts';
import { answer, beginExam } from './exam-steps.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, sitAppointment } from './sat-exams.ts';
import { button, dialog, expectNoSidewaysScroll, field, openAs, seeText } from './staff-desk.ts';
import { setDark, settled } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach(() => leaveAll(browser));

const markOf = ({ email }: Candidate) => email.slice('candidat.'.length, email.indexOf('@'));
const listOf = (candidate: Candidate) => `/studentsExams?search=${markOf(candidate)}`;

async function act(page: Page, item: string): Promise<void> {
  await button(page, 'Acțiuni').click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Fills in the reason of an open dialog and confirms. */
async function because(page: Page, name: RegExp, confirmation: string): Promise<void> {
  await field(dialog(page, name), 'Motiv').fill('Pană de curent');
  await button(dialog(page, name), confirmation).click();
  await dialog(page, name).waitFor({ state: 'detached' });
}

it('[RESU-3] [RESU-7] lists exams with absent students and totals, and opens a sitting with its history', async () => {
  const candidate = await room.candidate({ questions: 4 });
  const calls = await callsOf(inject('serverUrl'), candidate.email);
  await sitAppointment(calls);
  const absent = await room.candidate({ from: -200, to: -100 });

  const { page } = await openAs(browser, listOf(absent));
  await seeText(page.getByRole('table'), 'absent');
  await page.goto(listOf(candidate));
  const totals = page.getByRole('region', { name: 'Totaluri' });
  await page.getByRole('table').getByText('încheiat').waitFor();
  await totals.getByText('1', { exact: true }).first().waitFor();
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);

  // The dean's office reads results, not sittings.
  const dean = await openAs(browser, listOf(candidate), { email: 'dean@exam.test' });
  await dean.page.getByRole('table').getByText('încheiat').waitFor();
  expect(await dean.page.getByRole('link', { name: /Deschide examenul/ }).count()).toBe(0);
  await dean.close();

  // The state is a filter in the address.
  await page.getByRole('combobox', { name: 'Stare' }).click();
  await page.getByRole('option', { name: 'absent', exact: true }).click();
  const opened = page.getByRole('link', { name: /Deschide examenul: Marin Ioana/ });
  await opened.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('state')).toBe('absent');
  await page.goBack();

  await opened.click();
  await page.getByRole('heading', { level: 1, name: 'Marin Ioana' }).waitFor();
  const head = page.getByRole('region', { name: 'Susținerea' });
  await seeText(head, `M-${markOf(candidate)}`);
  await seeText(head, /rândul 3, locul/);
  await page.getByRole('article').nth(3).waitFor();
  await page.getByRole('tab', { name: 'Istoric' }).click();
  await seeText(page, 'Examenul a început, cu autentificarea 1.');
  await seeText(page, 'Întrebarea 1: s-a salvat');
  await seeText(page, 'Studentul a predat examenul.');
  await button(page, 'Arată corespondența').click();
  const correlation = page.getByRole('table', { name: 'Întrebările din bancă' }).getByRole('row');
  await expect.poll(() => correlation.count()).toBe(5);
  const saving = page.waitForEvent('download');
  await button(page, 'Exportă corespondența').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Înapoi la listă' }).click();
  await page.getByRole('heading', { level: 1, name: 'Examenele studenților' }).waitFor();
  await expectNoSidewaysScroll(page);
});

it('[EXAM-7] [EXAM-9] [EXAM-11] staff credit time, which the page shows, free the computer, end an exam, reopen it, enter its paper twice, and annul the sitting and undo it', async () => {
  const candidate = await room.candidate({ questions: 4 });
  const student = await beginExam(browser, candidate);
  const id = candidate.examId;
  const [sat] = await room.sql<
    { groupId: number }[]
  >`select group_id as "groupId" from exams where id = ${id}`;

  const office = await openAs(browser, `/studentsExams?groupId=${sat?.groupId}`, {
    email: 'general.secretary@exam.test',
  });
  await seeText(office.page, 'Examenul este în desfășurare');
  await act(office.page, 'Acordă timp suplimentar…');
  await field(dialog(office.page, /^Timp suplimentar/), 'Minute în plus').fill('45');
  await because(office.page, /^Timp suplimentar/, 'Acordă minutele');
  await seeText(office.page, /S-au adăugat 45 de minute/);
  await answer(student);
  await student
    .getByRole('timer')
    .getByText(/^1:4\d:\d\d$/)
    .waitFor();
  await act(office.page, 'Mută studentul la alt calculator…');
  await because(office.page, /^Mutarea la alt calculator/, 'Deconectează studentul');
  await student.keyboard.press('ArrowRight');
  await student.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
  await student.context().close();
  await office.close();

  const { page } = await openAs(browser, `/studentsExams?groupId=${sat?.groupId}`);
  await act(page, 'Încheie examenul…');
  await because(page, /^Încheierea examenului/, 'Încheie examenul');
  await page.getByRole('article').first().waitFor();
  expect(await room.finishCause(id)).toBe('staff');

  await act(page, 'Redeschide examenul…');
  await field(dialog(page, /^Redeschiderea/), 'Minute de lucru date studentului').fill('15');
  await because(page, /^Redeschiderea/, 'Redeschide examenul');
  await seeText(page, 'Examenul este în desfășurare');
  await seeText(page, /a redeschis examenul cu încă 15 minute: Pană de curent/);
  expect(await room.finishCause(id)).toBeNull();

  await act(page, 'Introdu o lucrare');
  await seeText(page, /Două persoane introduc bifele/);
  await page.getByRole('checkbox', { name: 'Întrebarea 1, răspunsul A' }).check();
  await button(page, 'Păstrează bifele citite').click();
  await seeText(page, /o altă persoană/);
  const second = await openAs(browser, `/studentsExams?view=paper&groupId=${sat?.groupId}`, {
    email: 'general.secretary@exam.test',
  });
  await button(second.page, 'Păstrează bifele citite').click();
  await seeText(second.page, '1 întrebare a fost citită diferit');
  await seeText(second.page, /^Cealaltă persoană a citit altceva/);
  await second.page.getByRole('checkbox', { name: 'Întrebarea 1, răspunsul A' }).check();
  await button(second.page, 'Păstrează bifele citite').click();
  await seeText(second.page, /Bifele sunt înregistrate/);
  expect(await axeProblems(second.page)).toEqual([]);
  await second.close();
  await page.goto(`/studentsExams?groupId=${sat?.groupId}`);
  await page.getByRole('tab', { name: 'Istoric' }).click();
  await seeText(page, /Întrebarea 1: A, citit de pe lucrare de/);

  await act(page, 'Anulează susținerea…');
  await because(page, /^Anularea susținerii/, 'Anulează susținerea');
  await seeText(page, 'Această susținere a fost anulată');
  await act(page, 'Retrage anularea…');
  await button(dialog(page, 'Susținerea să conteze din nou?'), 'Să conteze din nou').click();
  await page.getByText('Această susținere a fost anulată').waitFor({ state: 'detached' });
});

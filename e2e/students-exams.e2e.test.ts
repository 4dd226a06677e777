import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type Candidate, useExamRoom } from './exam-room.ts';
import { answer, answers, beginOn, openCandidatePage } from './exam-steps.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, chooseDemoPassword, sitAppointment } from './sat-exams.ts';
import { button, choose, dialog, expectNoSidewaysScroll, field, openAs, seeText } from './staff-page.ts';
import { resize, setDark, settled } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

const markOf = ({ email }: Candidate) => email.slice('candidat.'.length, email.indexOf('@'));
const listOf = (candidate: Candidate) => `/studentsExams?search=${markOf(candidate)}`;

async function act(page: Page, item: string): Promise<void> {
  await button(page, 'Acțiuni').click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The actions that a user is offered. */
async function offered(page: Page): Promise<string[]> {
  await button(page, 'Acțiuni').click();
  await page.getByRole('menuitem').first().waitFor();
  const names = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  return names;
}

/** Fills in the reason of an open dialog and confirms. */
async function because(page: Page, name: RegExp, confirmation: string): Promise<void> {
  await field(dialog(page, name), 'Motiv').fill('Pană de curent');
  await button(dialog(page, name), confirmation).click();
  await dialog(page, name).waitFor({ state: 'detached' });
}

/** The same for an action that gives time, although somebody else has the seat next. */
async function becauseDespiteNext(page: Page, name: RegExp, confirmation: string): Promise<void> {
  const asking = dialog(page, name);
  await field(asking, 'Motiv').fill('Pană de curent');
  await button(asking, confirmation).click();
  await seeText(asking, /Locul este dat altcuiva în intervalul următor: \d\d:\d\d Marin Ioana/);
  await button(asking, 'Acordă timpul totuși').click();
  await asking.waitFor({ state: 'detached' });
}

/** Downloads a file through a menu; returns its lines. */
async function downloaded(page: Page, menu: string, item: RegExp): Promise<string[]> {
  const saving = page.waitForEvent('download');
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item }).click();
  return (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
}

/** Makes a student a secretary of their own series, as an administrator does. */
async function makeSecretary({ email }: Candidate): Promise<void> {
  const [studyPlace] = await room.sql<{ college: number; section: number; year: number; series: number[] }[]>`
    select college_id as college, section_id as section, year, array[series_id] as series from students where email = ${email}`;
  const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
  await admin('POST', 'secretars', { email, ...studyPlace });
  await chooseDemoPassword(room.sql, email);
}

/** Moves a candidate into a room where somebody else has the same seat in the slot that begins a minute after theirs. */
async function giveSeatNext({ examId }: Candidate): Promise<void> {
  const next = await room.candidate();
  await room.sql.begin(async (tx) => {
    const [own] = await tx<{ seat: number; day: string; next: string }[]>`
      with own as (
        update appointments set ends_at = date_trunc('minute', ends_at) where exam_id = ${examId}
        returning seat_number as seat, ends_at at time zone 'Europe/Bucharest' as ends)
      select seat, ends::date::text as day,
             (case when ends::time < '23:59' then ends + interval '1 minute' else ends end)::time::text as next from own`;
    const { seat = 0, day = '', next: hour = '' } = own ?? {};
    const [hall] = await tx<{ id: number }[]>`
      insert into rooms (name, building, seat_numbers, priority) values (${`Loc dat ${examId}`}, 'B', 30000, 9) returning id`;
    for (const [exam, from, to] of [
      [examId, '00:00', hour],
      [next.examId, hour, '24:00'],
    ] as const)
      await tx`
        with slot as (
          insert into room_slots (room_id, start_hour, end_hour) values (${hall?.id ?? 0}, ${from}::time, ${to}::time) returning id, room_id)
        update appointments set room_id = slot.room_id, room_slot_id = slot.id, seat_number = ${seat}, exam_date = ${day}::date
          from slot where exam_id = ${exam}`;
  });
}

it('[RESU-3] [RESU-7] [RESU-8] [TMPL-3] lists exams with absent students and totals, exports them and the grade book, and opens a sitting with its history and question correlation', async () => {
  const candidate = await room.candidate({ questions: 4 });
  const calls = await callsOf(inject('serverUrl'), candidate.email);
  await sitAppointment(calls);
  const absent = await room.candidate({ from: -200, to: -100 });

  const { page } = await openAs(browser, listOf(absent));
  await seeText(page.getByRole('table'), 'neprezentat');
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

  // The list as shown, and the grade book of the chosen exam and session.
  const [, exported, ...others] = await downloaded(page, 'Exportă', /CSV/);
  expect([exported, others.length]).toEqual([expect.stringContaining(`M-${markOf(candidate)}`), 0]);
  expect(await button(page, 'Catalog').isDisabled()).toBe(true);
  const [session] = await room.sql<{ name: string }[]>`
    select s.description as name from exam_sessions s join appointments a on a.exam_session_id = s.id
     where a.exam_id = ${candidate.examId}`;
  await choose(page.getByRole('main'), 'Sesiune', session?.name ?? '');
  await choose(page.getByRole('main'), 'Examen', `Examen de probă ${markOf(candidate)}`);
  const [, graded, checksum] = await downloaded(page, 'Catalog', /CSV/);
  expect(graded).toMatch(new RegExp(`^M-${markOf(candidate)}.*încheiat$`));
  expect(checksum).toMatch(/[0-9a-f]{64}/);

  // The state is a filter in the address.
  await page.getByRole('combobox', { name: 'Stare' }).click();
  await page.getByRole('option', { name: 'neprezentat', exact: true }).click();
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
  const originals = (await correlation.getByRole('cell').allInnerTexts()).filter((_, at) => at % 7 === 2);
  const [, ...numbered] = await downloaded(page, 'Exportă corespondența', /CSV/);
  expect(numbered).toHaveLength(4);
  for (const [index, original] of originals.entries()) expect(numbered[index]).toContain(original);
  // It is printed while it is shown, without its buttons.
  await page.emulateMedia({ media: 'print' });
  expect(await correlation.last().isVisible()).toBe(true);
  expect(await button(page, 'Exportă corespondența').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await resize(page, 360, 800);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Înapoi la listă' }).click();
  await page.getByRole('heading', { level: 1, name: 'Examenele studenților' }).waitFor();
  await expectNoSidewaysScroll(page);

  // A secretary who sat the exam decides nothing about it, and waits for the key like the others.
  await makeSecretary(candidate);
  const concerned = await openAs(browser, listOf(candidate), { email: candidate.email });
  await concerned.page.getByRole('link', { name: /Deschide examenul: Marin Ioana/ }).click();
  await seeText(concerned.page, 'Susții acest examen ca student');
  await settled(concerned.page);
  expect(await button(concerned.page, 'Acțiuni').count()).toBe(0);
});

it('[RESU-3] a holder filters the exams by discipline and series', async () => {
  const { page } = await openAs(browser, '/studentsExams', { email: 'teacher@exam.test' });
  const filtered = async (label: string, param: string) => {
    await page.getByRole('combobox', { name: label }).click();
    const first = page.getByRole('listbox').getByRole('option').first();
    const name = await first.innerText();
    await first.click();
    await page.waitForURL((url) => url.searchParams.has(param));
    await settled(page);
    return name;
  };
  await page.getByRole('table').waitFor();
  const discipline = await filtered('Disciplină', 'pkDiscipline');
  await expect.poll(() => page.getByRole('combobox', { name: 'Disciplină' }).inputValue()).toBe(discipline);
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await page.goto('/studentsExams');
  await page.getByRole('table').waitFor();
  const series = await filtered('Serie', 'seriesId');
  const cells = page.getByRole('table').locator('tbody tr td:nth-child(5)');
  await expect.poll(async () => [...new Set(await cells.allInnerTexts())]).toEqual([series]);
});

it('[EXAM-7] [EXAM-9] [EXAM-11] [ROLE-5] an office credits time, which an idle page shows, and frees the computer, a holder ends the exam, an administrator reopens it, two people enter its paper, and an office annuls the sitting', async () => {
  const candidate = await room.candidate({ questions: 4 });
  await giveSeatNext(candidate);
  const student = await openCandidatePage(browser, candidate);
  await student.clock.install();
  await beginOn(student);
  const id = candidate.examId;
  const [sat] = await room.sql<{ groupId: number; holder: string }[]>`
    select e.group_id as "groupId",
           (select min(t.email) from custom_exam_disciplines d join discipline_teachers t on t.discipline_id = d.discipline_id
             where d.part_id = e.part_id and t.part = 'holder') as holder
      from exams e where e.id = ${id}`;

  const office = await openAs(browser, `/studentsExams?groupId=${sat?.groupId}`, {
    email: 'general.secretary@exam.test',
  });
  await seeText(office.page, 'Examenul este în desfășurare');
  await act(office.page, 'Acordă timp suplimentar…');
  await field(dialog(office.page, /^Timp suplimentar/), 'Minute în plus').fill('45');
  await becauseDespiteNext(office.page, /^Timp suplimentar/, 'Acordă minutele');
  await seeText(office.page, /S-au adăugat 45 de minute/);
  // Nobody touches the page of the student; it asks the server every half minute.
  await student.clock.runFor(31_000);
  await student
    .getByRole('timer')
    .getByText(/^1:4\d:\d\d$/)
    .waitFor();
  await answer(student);
  await act(office.page, 'Mută studentul la alt calculator…');
  await because(office.page, /^Mutarea la alt calculator/, 'Deconectează studentul');
  await student.keyboard.press('ArrowRight');
  await student.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
  await student.context().close();
  await office.close();

  // At another computer.
  const again = await openCandidatePage(browser, candidate);
  await again.goto(`/exam/${sat?.groupId}`);
  await answers(again).first().waitFor({ state: 'attached' });
  await again.context().close();

  const holder = await openAs(browser, `/studentsExams?groupId=${sat?.groupId}`, {
    email: sat?.holder ?? '',
  });
  await seeText(
    holder.page,
    'Examenul a fost deschis din nou, cu autentificarea 2; de acum se răspunde acolo.',
  );
  expect(await offered(holder.page)).toEqual(['Încheie examenul…', 'Mută studentul la alt calculator…']);
  await act(holder.page, 'Încheie examenul…');
  await because(holder.page, /^Încheierea examenului/, 'Încheie examenul');
  await holder.page.getByRole('article').first().waitFor();
  expect(await room.finishCause(id)).toBe('staff');
  await holder.close();

  const { page } = await openAs(browser, `/studentsExams?groupId=${sat?.groupId}`);
  await act(page, 'Redeschide examenul…');
  await field(dialog(page, /^Redeschiderea/), 'Minute de lucru date studentului').fill('15');
  await becauseDespiteNext(page, /^Redeschiderea/, 'Redeschide examenul');
  await seeText(page, 'Examenul este în desfășurare');
  await seeText(page, /a redeschis examenul cu încă 15 minute: Pană de curent/);
  expect(await room.finishCause(id)).toBeNull();

  await act(page, 'Introdu o lucrare');
  await seeText(page, 'Această lucrare nu a fost tipărită.');
  const [printed] = await room.sql<{ id: number }[]>`
    select appointment_id as id from exam_groups where id = ${sat?.groupId ?? 0}`;
  await (await callsOf(inject('serverUrl'), 'admin@exam.test'))('POST', 'examPrint', {
    appointments: [printed?.id],
  });
  await page.reload();
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
  await page.goto(`/studentsExams?groupId=${sat?.groupId}`);
  await page.getByRole('tab', { name: 'Istoric' }).click();
  await seeText(page, /Întrebarea 1: A, citit de pe lucrare de/);

  await second.page.goto(`/studentsExams?groupId=${sat?.groupId}`);
  expect(await offered(second.page)).toEqual(['Introdu o lucrare', 'Anulează susținerea…']);
  await act(second.page, 'Anulează susținerea…');
  await because(second.page, /^Anularea susținerii/, 'Anulează susținerea');
  await seeText(second.page, 'Această susținere a fost anulată');
  await second.close();
  await page.reload();
  await seeText(page, 'Această susținere a fost anulată');
  await act(page, 'Retrage anularea…');
  await button(dialog(page, 'Susținerea să conteze din nou?'), 'Să conteze din nou').click();
  await page.getByText('Această susținere a fost anulată').waitFor({ state: 'detached' });
});

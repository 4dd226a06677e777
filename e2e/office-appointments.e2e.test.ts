import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { FreeDay } from '#contract/booking.ts';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import type { ScheduleRow, SlotSeats } from '#contract/exam-schedule.ts';
import type { Item } from '#contract/item.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { signIn } from './own-bank.ts';
import { button, dialog, expectNoSidewaysScroll, field, openAs, seeText, withNotice } from './staff-page.ts';
import { setDark, setLight, settled } from './visitor.ts';

const browser = useBrowser();
const secretary = { email: 'secretary@exam.test' } as const;

type Student = { readonly id: number; readonly name: string; readonly matricol: string };
let exam: { readonly id: number; readonly name: string };
let room: { readonly id: number; readonly name: string };
let students: readonly Student[];
let day: string;
const [early, late] = ['05:00–05:50', '06:00–06:50'];

/** An exam of the secretary's students with a separate room, at hours when they have no other exam. */
beforeAll(async () => {
  const call = await signIn();
  const office = await signIn(secretary.email);
  const all = (await office('GET', 'getExamCustom?take=500')) as CustomExamItem[];
  const like = all.find(({ year, examName }) => year === 3 && examName.startsWith('Examen integrat'));
  if (!like) throw new Error('the demo has no exam for the third year');
  const name = `Examen de birou ${process.pid}`;
  const { id } = (await call('POST', 'examCustom', { ...like, examName: name, examDuration: 45 })) as Item;
  exam = { id, name };
  const roomName = `Sala de birou ${process.pid}`;
  const made = (await call('POST', 'examrooms', {
    ...{ name: roomName, building: 'Corp B', seatNumbers: 12, priority: 90 },
  })) as Item;
  room = { id: made.id, name: roomName };
  await call('POST', `examrooms/${room.id}/generate`, {
    rows: { count: 3, seats: 4 },
    slots: { from: '05:00', to: '07:00', minutes: 50, pause: 10 },
  });
  const found = (await office('GET', `students?seriesId=${like.seriesIds[0]}&take=8`)) as Item[];
  students = found
    .filter(({ nrMatricol }) => nrMatricol)
    .slice(0, 5)
    .map((one) => ({
      id: one.id,
      name: `${one.lastName} ${one.firstName}`,
      matricol: String(one.nrMatricol),
    }));
  const days = (await office(
    'GET',
    `freeDays?studentId=${students[0]?.id}&examCustomId=${exam.id}`,
  )) as FreeDay[];
  day = days.at(-1)?.examDate ?? '';
});

const shownDay = () => day.split('-').reverse().join('/');
const rows = (page: Page) => page.locator('tbody tr[data-row]');
const rowOf = (page: Page, { name }: Student) => rows(page).filter({ hasText: name });

async function choose(scope: Locator, label: string, option: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await box.fill(option);
  await scope.page().getByRole('option', { name: option, exact: true }).click();
}

async function act(page: Page, student: Student, action: string): Promise<void> {
  await button(page, `Acțiuni pentru ${student.name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function expectNoProblems(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

/** Books: chooses the day and the hour of the room, and confirms. */
async function takeSeat(page: Page, hours: string, confirmation: string): Promise<void> {
  await page.locator(`a[href*="examDate=${day}"]`).first().click();
  await page
    .getByRole('region', { name: room.name })
    .getByRole('link', { name: new RegExp(`^${hours}`) })
    .click();
  await withNotice(page, /^Locul studentului: /, () => button(page, confirmation).click());
}

it('[APPT-3] [APPT-5] an office books in bulk after a preview, filters, gives a room more time, moves, cancels and sees who sits where', async () => {
  const [first, second, third, fourth, fifth] = students as [Student, Student, Student, Student, Student];
  const { page, close } = await openAs(browser, '/appointments', secretary);

  // Bulk with preview: one message per student without a seat; nothing is written before the second button.
  await button(page, 'Programează mai mulți').click();
  const bulk = dialog(page, 'Programează mai mulți');
  await choose(bulk, 'Examen', exam.name);
  await field(bulk, 'Data').fill(shownDay());
  await choose(bulk, 'Sală', room.name);
  await bulk.getByRole('combobox', { name: 'Sesiune', exact: true }).click();
  await page.locator('[role=option]:visible').first().click();
  await bulk.getByRole('combobox', { name: 'Ora', exact: true }).click();
  await page.getByRole('option', { name: early, exact: true }).click();
  const numbers = [first, second, third, fourth].map(({ matricol }) => `"${matricol}"`);
  const content = Buffer.from(`${numbers.join('\r\n')}\r\nN-are\r\n`);
  await bulk
    .locator('input[type=file]')
    .setInputFiles({ name: 'grupa.csv', mimeType: 'text/csv', buffer: content });
  await seeText(bulk, '5 numere matricole');
  await button(bulk, 'Arată repartizarea pe locuri').click();
  await seeText(bulk.getByRole('alert'), /N-are/);
  await seeText(bulk.getByRole('list', { name: 'Săli și intervale' }), '4 studenți');
  await expect
    .poll(() => bulk.getByRole('table', { name: 'Repartizarea pe locuri' }).locator('tbody tr').count())
    .toBe(4);
  expect(await axeProblems(page)).toEqual([]);
  await withNotice(page, '4 programări adăugate.', () => button(bulk, 'Rezervă 4 locuri').click());
  await button(bulk, 'Renunță')
    .or(bulk.getByRole('button', { name: 'Anulează' }))
    .first()
    .click();
  await bulk.waitFor({ state: 'detached' });

  // The filters are in the address.
  await choose(page.locator('[data-tour=page-filters]'), 'Examen', exam.name);
  // Until the filter is applied, students have the rows of other exams too.
  await expect.poll(() => rows(page).count()).toBe(4);
  await rowOf(page, first).waitFor();
  await field(page, 'De la data').fill(shownDay());
  await page.waitForURL(new RegExp(`from=${day}`));
  await expect.poll(() => rows(page).count()).toBe(4);
  await page.reload();
  await rowOf(page, fourth).waitFor();
  await expect.poll(() => field(page, 'De la data').inputValue()).toBe(shownDay());
  await expect.poll(() => rows(page).count()).toBe(4);
  await expectNoProblems(page);

  // More time for everyone in the room and slot, in one step.
  await act(page, first, 'Timp suplimentar');
  const more = dialog(page, `Timp suplimentar: ${first.name}`);
  await more.getByRole('checkbox').check();
  await field(more, 'Minute în plus').fill('10');
  await field(more, 'Motivul').fill('Pană de curent');
  await withNotice(page, '4 studenți au mai mult timp.', () =>
    button(more, 'Acordă timp suplimentar').click(),
  );
  await rowOf(page, fourth).getByText('10 min').waitFor();

  await act(page, second, 'Mută');
  await takeSeat(page, late, 'Mută pe acest loc');
  await page.goto(`/appointments?examCustomId=${exam.id}&sort=examRoomSlot&desc=true`);
  await rowOf(page, second).getByText('06:00').waitFor();

  await act(page, third, 'Anulează');
  await withNotice(page, 'Programarea a fost anulată.', () =>
    button(dialog(page, 'Anulezi programarea?'), 'Anulează programarea').click(),
  );
  await rowOf(page, third).waitFor({ state: 'detached' });

  // Book for a single student, with the same steps as the student.
  await page.getByRole('link', { name: 'Programează un student' }).click();
  const choice = page.getByRole('combobox', { name: 'Caută un student după nume sau număr matricol' });
  await choice.fill(fifth.matricol);
  await page.getByRole('option', { name: new RegExp(fifth.matricol) }).click();
  await page.getByRole('link', { name: `Alege ziua: ${exam.name}` }).click();
  await takeSeat(page, early, 'Rezervă acest loc');

  // The schedule: occupancy and seating.
  await page.goto(`/exam-schedule?view=week&day=${day}&examRoomId=${room.id}`);
  await page.getByRole('link', { name: `${room.name}, ${late}, locuri ocupate: 1 din 12` }).waitFor();
  await expectNoProblems(page);
  await page.getByRole('link', { name: `${room.name}, ${early}, locuri ocupate: 3 din 12` }).click();
  const people = page.getByRole('table', { name: 'Cine unde stă' });
  for (const { name } of [first, fourth, fifth]) await people.getByText(name).waitFor();
  expect(await people.getByText(third.name).count()).toBe(0);
  await page.getByRole('figure', { name: 'Planul sălii cu studenți' }).waitFor();
  await expectNoProblems(page);
  // Everyone in the slot moves together, after a preview.
  await button(page, 'Mută pe toți').click();
  const moving = dialog(page, 'Mută pe toți');
  await choose(moving, 'Sală', room.name);
  await moving.getByRole('combobox', { name: 'Ora', exact: true }).click();
  await page.getByRole('option', { name: late, exact: true }).click();
  await button(moving, 'Arată repartizarea pe locuri').click();
  const moves = moving.getByRole('table', { name: 'Cine unde se mută' });
  await moves.getByText(first.name).waitFor();
  await expect.poll(() => moves.locator('tbody tr').count()).toBe(3);
  expect(await axeProblems(page)).toEqual([]);
  await withNotice(page, /3 programări mutate/, () => button(moving, 'Mută 3 programări').click());
  await page.goto(`/exam-schedule?view=week&day=${day}&examRoomId=${room.id}`);
  await page.getByRole('link', { name: `${room.name}, ${late}, locuri ocupate: 4 din 12` }).click();

  await people.getByRole('link', { name: first.name }).click();
  await page.getByRole('row').filter({ hasText: first.matricol }).waitFor();
  await close();

  const phone = await openAs(browser, `/exam-schedule?day=${day}&examRoomId=${room.id}`, {
    ...secretary,
    width: 360,
  });
  await phone.page.getByRole('link', { name: new RegExp(`${late}, locuri ocupate: 4 din 12`) }).click();
  await phone.page.getByRole('table', { name: 'Cine unde stă' }).waitFor();
  await expectNoSidewaysScroll(phone.page);
  await phone.page.goto(`/appointments?examCustomId=${exam.id}`);
  await phone.page.getByText(first.name).first().waitFor();
  await expectNoSidewaysScroll(phone.page);
  await phone.close();
});

it('[APPT-5] a holder and the dean see the schedule and who sits where, and cannot change it', async () => {
  const call = await signIn();
  const [student] = students as [Student];
  const appointments = (await call(
    'GET',
    `appointments?examCustomId=${exam.id}&studentId=${student.id}`,
  )) as Item[];
  expect(appointments).toHaveLength(1);
  for (const email of ['teacher@exam.test', 'dean@exam.test']) {
    const { page, close } = await openAs(
      browser,
      `/exam-schedule?view=week&day=${day}&examRoomId=${room.id}`,
      { email },
    );
    await page.getByRole('link', { name: `${room.name}, ${late}, locuri ocupate: 4 din 12` }).click();
    const people = page.getByRole('table', { name: 'Cine unde stă' });
    await people.getByText(student.name).waitFor();
    await button(page, 'Lista de la ușă').waitFor();
    expect(await button(page, 'Mută pe toți').count()).toBe(0);
    await close();
  }
});

/** Prints the page as a PDF; the size of each sheet in millimetres. */
async function printedSheets(page: Page): Promise<readonly string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)];
  expect(sizes.length).toBe(pdf.match(/\/Type\s*\/Page\b/g)?.length);
  return sizes.map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)).join('×'),
  );
}

it('[APPT-5] prints the schedule, door list, seat cards and seating plan on A4, no card across two pages', async () => {
  const call = await signIn();
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const rows = (await call('GET', `examSchedule?from=${later(0)}&to=${later(28)}`)) as ScheduleRow[];
  // Without the hall that other journeys fill, which has thousands of seats.
  const ordinary = rows.filter(({ seats }) => seats <= 200);
  const fullest = ordinary.toSorted((one, other) => other.taken - one.taken)[0];
  if (!fullest || fullest.taken <= 20) throw new Error('the demo has no slot with more than twenty students');
  const { examDate, examRoomSlotId, examRoomId, examRoom, startHour, endHour } = fullest;
  const { page, close } = await openAs(browser, `/exam-schedule?view=week&day=${examDate}`, { dark: true });
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page
    .getByRole('link', { name: new RegExp(`${startHour}–${endHour}, locuri ocupate`) })
    .first()
    .waitFor();
  await settled(page);
  const week = await printedSheets(page);
  expect(new Set(week)).toEqual(new Set(['297×210']));

  await page.goto(`/exam-schedule?day=${examDate}&examRoomId=${examRoomId}&examRoomSlotId=${examRoomSlotId}`);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  const seats = (await call(
    'GET',
    `examSchedule/seats?examDate=${examDate}&examRoomSlotId=${examRoomSlotId}`,
  )) as SlotSeats;
  const numbers = seats.seats.flatMap(({ student }) => student?.nrMatricol ?? []);
  expect(numbers.length).toBeGreaterThan(10);
  await settled(page);
  const sheet = (kind: string) => page.locator(`section[data-kind=${kind}]`);
  const sheetsOf = async (name: string, kind: string) => {
    await button(page, name).click();
    await sheet(kind).filter({ hasText: examRoom }).waitFor({ state: 'attached' });
    const text = (await sheet(kind).textContent()) ?? '';
    expect(numbers.filter((number) => text.includes(number))).toEqual([]);
    const lists = await sheet(kind).locator('ul').count();
    return { lists, sheets: await printedSheets(page) };
  };
  const door = await sheetsOf('Lista de la ușă', 'doorList');
  expect(new Set(door.sheets)).toEqual(new Set(['210×297']));
  const plan = await sheetsOf('Planul de așezare', 'seatingPlan');
  expect(plan.sheets).toEqual(['297×210']);
  const cards = await sheetsOf('Cartonașe pentru locuri', 'seatCards');
  expect(cards.lists).toBeGreaterThan(2);
  // Every list of cards begins a sheet and fits onto it, so that no card is split.
  expect(cards.sheets).toEqual(Array.from({ length: cards.lists }, () => '210×297'));
  await close();
});

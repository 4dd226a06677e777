import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { button, dialog, expectNoSidewaysScroll, field, openAs, seeText, withNotice } from './staff-page.ts';
import { password, setDark, setLight, settled } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
const mark = randomUUID().slice(0, 8);
const examName = `Examen de programat ${mark}`;
const roomName = `Sala de programat ${mark}`;
const emailOf = (name: string) => `${name}.${mark}@exam.test`;

/** An exam of the third year with six students, and a room with two seats that no other test uses. */
async function prepare(): Promise<{
  examCustomId: number;
  examDate: string;
  examRoomId: number;
  slotIds: number[];
}> {
  return room.sql.begin(async (tx) => {
    const [taught] = await tx<
      { id: number; college: number; section: number; year: number; series: number }[]
    >`
      select d.id, d.college_id as college, d.section_id as section, d.year, min(s.series_id) as series
        from disciplines d join discipline_series s on s.discipline_id = d.id where d.code = 'MG301' group by d.id`;
    if (!taught) throw new Error('the demo does not teach MG301');
    const examCustomId = await insertCustomExam(tx, {
      name: examName,
      collegeId: taught.college,
      sectionId: taught.section,
      year: taught.year,
      seriesIds: [taught.series],
      durationMinutes: 60,
      parts: [{ credits: 5, disciplines: [{ disciplineId: taught.id, questions: 4, credits: 5 }] }],
    });
    for (const name of ['ana', 'bogdan', 'carmen', 'dan', 'elena', 'florin']) {
      await tx`insert into users (email, name, language, password_hash)
        select ${emailOf(name)}, ${name}, 'ro', password_hash from users where email = 'student@exam.test'`;
      await tx`insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
        values (${emailOf(name)}, ${name}, 'Programat', ${`P${name}${mark}`}, '0700000000', ${taught.year}, ${taught.college},
                ${taught.section}, ${taught.series}, ${`P-${name}-${mark}`})`;
    }
    const [made] = await tx<{ id: number }[]>`
      insert into rooms (name, building, seat_numbers, priority) values (${roomName}, 'Corp P', 2, 9) returning id`;
    const examRoomId = made?.id ?? 0;
    await tx`insert into seat_rows (room_id, row_number, seats) values (${examRoomId}, 1, 2)`;
    const slots = await tx<{ id: number }[]>`
      insert into room_slots (room_id, start_hour, end_hour) values (${examRoomId}, '08:00', '10:00'), (${examRoomId}, '10:30', '12:30')
      returning id`;
    const [day] = await tx<{ day: string }[]>`select current_date + 12 as day`;
    return { examCustomId, examDate: day?.day ?? '', examRoomId, slotIds: slots.map(({ id }) => id) };
  });
}

let prepared: Awaited<ReturnType<typeof prepare>>;
beforeAll(async () => {
  prepared = await prepare();
});

/** Books a slot without the screen. */
async function bookFor(name: string, { slot = 0, examDate = prepared.examDate } = {}): Promise<void> {
  const base = `${inject('serverUrl')}/api/umfst`;
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${base}/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: emailOf(name), password }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const { slotIds, ...booking } = prepared;
  const response = await fetch(`${base}/appointments`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ ...booking, examDate, examRoomSlotId: slotIds[slot] }),
  });
  expect(response.status).toBe(201);
}

const card = (page: Page) => page.getByRole('article').filter({ hasText: examName });
const dayLink = (page: Page) => page.locator(`main a[href*="examDate=${prepared.examDate}"]`);
const hall = (page: Page) => page.getByRole('region', { name: roomName });
const hours = (page: Page, from: string) => hall(page).getByRole('link', { name: new RegExp(`^${from}`) });

async function goToSlots(page: Page): Promise<void> {
  await dayLink(page).click();
  await hall(page).waitFor();
}

async function expectNoProblems(page: Page): Promise<void> {
  // A notice covers the page until it closes, and the header covers what is scrolled under it.
  await page.waitForFunction(() => document.querySelector('[data-group="appWarning"]') === null);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

/** Waits until the waiting list has made its offer. */
async function untilOffered(page: Page): Promise<void> {
  const offers = () =>
    room.sql`select from waiting_places where custom_exam_id = ${prepared.examCustomId} and offered_until is not null`;
  await expect.poll(async () => (await offers()).count, { timeout: 90_000 }).toBe(1);
  await page.reload();
  await card(page).getByText('Îți păstrăm un loc').waitFor();
}

it('[APPT-1] [APPT-6] [APPT-10] a student books, moves and cancels; another finds the slot filled, waits, and gets the freed seat', async () => {
  const ana = await openAs(browser, '/examAppointments', { email: emailOf('ana') });
  await card(ana.page)
    .getByRole('link', { name: `Alege ziua: ${examName}` })
    .click();
  await dayLink(ana.page).waitFor();
  await expectNoProblems(ana.page);
  await goToSlots(ana.page);
  await expectNoProblems(ana.page);
  await hours(ana.page, '08:00').click();
  const plan = ana.page.getByRole('figure', { name: 'Planul sălii' });
  await plan.locator('[aria-current="true"]').waitFor();
  await expectNoProblems(ana.page);
  await withNotice(ana.page, `Locul tău: ${roomName}, rândul 1, locul 1.`, () =>
    button(ana.page, 'Rezervă acest loc').click(),
  );
  await seeText(card(ana.page), '08:00–10:00');
  await button(card(ana.page), 'Arată locul').click();
  await plan.locator('[aria-current="true"]').waitFor();
  await expectNoProblems(ana.page);

  // Another student takes the last seat while Bogdan has it on screen.
  const bogdan = await openAs(browser, '/examAppointments', { email: emailOf('bogdan') });
  await card(bogdan.page)
    .getByRole('link', { name: `Alege ziua: ${examName}` })
    .click();
  await goToSlots(bogdan.page);
  await hours(bogdan.page, '08:00').click();
  await button(bogdan.page, 'Rezervă acest loc').waitFor();
  await bookFor('carmen');
  await button(bogdan.page, 'Rezervă acest loc').click();
  const refusal = bogdan.page.getByRole('alert').filter({ hasText: 'următorul' });
  await refusal.getByRole('link', { name: 'Ia următorul interval liber' }).waitFor();
  await expectNoProblems(bogdan.page);

  // Bogdan waits for a seat in the full slot.
  await bogdan.page.getByRole('link', { name: 'Înapoi' }).click();
  await withNotice(bogdan.page, 'Ești pe lista de așteptare, pe locul 1.', () =>
    button(hall(bogdan.page), /^Așteaptă un loc: 08:00/).click(),
  );
  await seeText(hall(bogdan.page), 'Pe locul 1 la rând');
  await seeText(bogdan.page, /este oferit celui care așteaptă de cel mai mult timp/);

  // Ana moves to the later slot; her seat is held for Bogdan, who accepts it.
  await ana.page.getByRole('link', { name: `Mută: ${examName}` }).click();
  await goToSlots(ana.page);
  await hours(ana.page, '10:30').click();
  await button(ana.page, 'Mută pe acest loc').click();
  await seeText(card(ana.page), '10:30–12:30');
  await bogdan.page.goto('/examAppointments');
  await untilOffered(bogdan.page);
  await expectNoProblems(bogdan.page);
  await withNotice(bogdan.page, `Locul tău: ${roomName}, rândul 1, locul 1.`, () =>
    button(card(bogdan.page), /^Acceptă acest loc/).click(),
  );
  await seeText(card(bogdan.page), '08:00–10:00');
  await bogdan.close();

  await button(ana.page, `Anulează programarea: ${examName}`).click();
  await withNotice(ana.page, 'Programarea a fost anulată.', () =>
    button(dialog(ana.page, 'Anulezi programarea?'), 'Anulează programarea').click(),
  );
  await card(ana.page)
    .getByRole('link', { name: `Alege ziua: ${examName}` })
    .waitFor();
  await ana.close();
}, 400_000);

it('[APPT-2] [APPT-3] [APPT-8] [APPT-12] an office books one student, moves the appointment to another session, and gives time, but no seat that somebody has next', async () => {
  const [shown] = await room.sql<{ id: number; day: string; label: string }[]>`
    select id, current_date + 13 as day, to_char(current_date + 13, 'DD/MM/YYYY') as label from students where email = ${emailOf('elena')}`;
  if (!shown) throw new Error('there is no student');
  await bookFor('florin', { slot: 1, examDate: shown.day });
  const address = `/examAppointments?studentId=${shown.id}`;
  const { page, close } = await openAs(browser, address);
  const own = `${shown.label}, 08:00–10:00, ${roomName}`;
  const confirm = (name: string, seat: number) =>
    withNotice(page, `Locul studentului: ${roomName}, rândul 1, locul ${seat}.`, () =>
      button(page, name).click(),
    );
  const goTo = async (day: string, hour: string) => {
    await page.locator(`main a[href*="examDate=${day}"]`).click();
    await hours(page, hour).click();
  };
  await card(page)
    .getByRole('link', { name: `Alege ziua: ${examName}` })
    .click();
  await goTo(shown.day, '08:00');
  await confirm('Rezervă acest loc', 1);

  // Extra time of one student reaches into the slot in which Florin has the seat.
  await page.goto(`/appointments?examCustomId=${prepared.examCustomId}&from=${shown.day}&to=${shown.day}`);
  await button(page, 'Acțiuni pentru Programat elena').click();
  await page.getByRole('menuitem', { name: 'Timp suplimentar', exact: true }).click();
  const time = dialog(page, 'Timp suplimentar: Programat elena');
  await field(time, 'Minute').fill('60');
  await field(time, 'Motivul').fill('Certificat');
  await button(time, 'Acordă timp suplimentar').click();
  await seeText(time.getByRole('alert'), /10:30 Programat florin/);
  await button(time, 'Acordă timpul totuși').click();
  await time.waitFor({ state: 'detached' });
  await page.locator('tbody tr[data-row]').filter({ hasText: 'elena' }).getByText('60 min').waitFor();

  // Another seat of the same slot, and back to the one that Florin has next.
  const move = page.getByRole('link', { name: `Mută: ${examName}` });
  for (const seat of [2, 1]) {
    await page.goto(address);
    await move.click();
    await seeText(page, `Se mută de la: ${own}`);
    await goTo(shown.day, '08:00');
    await button(page, `Rândul 1, locul ${seat}: liber`).click();
    if (seat === 2) await confirm('Mută pe acest loc', seat);
  }
  await button(page, 'Mută pe acest loc').click();
  await seeText(page.getByRole('alert'), /10:30 Programat florin/);
  await expectNoProblems(page);
  expect(await button(page, 'Dă totuși acest loc').count()).toBe(0);
  await page.goto(address);
  await move.waitFor();

  // The student has nothing to change in the own slot.
  const elena = await openAs(browser, '/examAppointments', { email: emailOf('elena'), width: 360 });
  await seeText(card(elena.page), '60 min');
  await expectNoSidewaysScroll(elena.page);
  await card(elena.page)
    .getByRole('link', { name: `Mută: ${examName}` })
    .click();
  await seeText(elena.page, `Se mută de la: ${own}`);
  await elena.page.locator(`main a[href*="examDate=${shown.day}"]`).click();
  await hours(elena.page, '08:00').click();
  await seeText(elena.page, /^Acesta este deja locul tău/);
  await elena.close();

  // While the exam is to be sat there is no second appointment; this one moves to the next session.
  await card(page).waitFor();
  await settled(page);
  expect(
    await card(page)
      .getByRole('link', { name: /^Programează/ })
      .count(),
  ).toBe(0);
  await move.click();
  // Other tests add sessions too.
  const [next] = await room.sql<{ name: string }[]>`
    select description as name from exam_sessions where start_date > current_date and description like 'Sesiunea de examene, %'
     order by start_date limit 1`;
  await page.getByRole('combobox', { name: 'Sesiunea' }).click();
  await page
    .getByRole('option')
    .filter({ hasText: next?.name ?? '' })
    .click();
  const days = page.locator('main a[href*="examDate="]');
  await expect.poll(() => page.locator(`main a[href*="examDate=${shown.day}"]`).count()).toBe(0);
  await settled(page);
  await days.first().click();
  await hours(page, '10:30').click();
  await confirm('Mută pe acest loc', 1);
  await seeText(card(page), '10:30–12:30');
  await expect.poll(() => card(page).getByText(shown.label).count()).toBe(0);
  await close();
});

it('[APPT-1] the whole booking works on a phone', async () => {
  const { page, close } = await openAs(browser, '/examAppointments', { email: emailOf('dan'), width: 360 });
  await card(page)
    .getByRole('link', { name: `Alege ziua: ${examName}` })
    .click();
  await dayLink(page).waitFor();
  await expectNoSidewaysScroll(page);
  await goToSlots(page);
  await expectNoSidewaysScroll(page);
  await hours(page, '10:30').click();
  await button(page, 'Rezervă acest loc').waitFor();
  await expectNoSidewaysScroll(page);
  await expectNoProblems(page);
  await button(page, 'Rezervă acest loc').click();
  await seeText(card(page), '10:30–12:30');
  await expectNoSidewaysScroll(page);
  await expectNoProblems(page);
  await close();
});

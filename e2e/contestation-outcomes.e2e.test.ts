import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import type { Filing } from '#contract/contestation-filing.ts';
import type { Contest } from '#contract/contestations.ts';
import { useBrowser } from './browser.ts';
import { contestedCohort, fileFor, type Sitter } from './contested-exams.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { type Calls, callsOf, chooseDemoPassword } from './sat-exams.ts';
import { button, choose, dialog, field, openAs, type StaffPage, seeText, withNotice } from './staff-page.ts';
import { expectSteady } from './steady-page.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

const teacher = 'teacher@exam.test';
const contested = 'Despre claviculă';
const decision = (page: Page) => page.getByRole('region', { name: 'Decizia' });

type Discipline = { readonly id: number; readonly holders: readonly number[] };

/** Makes a student a holder of the discipline of their exam too. */
async function makeHolder(admin: Calls, customExamId: number, { email, name }: Sitter): Promise<void> {
  const { id } = await admin<{ id: number }>('POST', 'teachers', { email, name });
  await chooseDemoPassword(room.sql, email);
  const { sumativeDisciplines } = await admin<{ sumativeDisciplines: { pkDiscipline: number }[] }>(
    'GET',
    `getExamCustom/${customExamId}`,
  );
  const path = `disciplines/${sumativeDisciplines[0]?.pkDiscipline}`;
  const discipline = await admin<Discipline>('GET', path);
  await admin('PUT', path, { ...discipline, holders: [...discipline.holders, id] });
}

/** Chooses an action of the desk's menu and confirms it. */
async function act(page: Page, item: string | RegExp, question: string, yes: string): Promise<void> {
  await button(page, 'Alte acțiuni').click();
  await page.getByRole('menuitem', { name: item }).click();
  await button(dialog(page, question), yes).click();
}

/** Chooses the only question of the form and goes on to the review. */
async function fillIn({ page }: StaffPage): Promise<void> {
  const name = 'Contestă întrebarea 1';
  await page.getByRole('checkbox', { name }).check();
  await choose(page.getByRole('group', { name }), 'Motiv', 'Răspuns multiplu');
  await button(page, 'Continuă').click();
  await seeText(page, 'Verifică încă o dată');
}

/** Sends the same contestation from two tabs at once; returns its id and the tab that was refused. */
async function fileTwice(tabs: readonly [StaffPage, StaffPage]): Promise<{ id: number; refused: Page }> {
  for (const tab of tabs) await fillIn(tab);
  await Promise.all(tabs.map(({ page }) => button(page, 'Depune contestația').click()));
  const filed = await Promise.any(
    tabs.map(async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: /^Contestația \d+$/ }).waitFor();
      return page;
    }),
  );
  const refused = (filed === tabs[0].page ? tabs[1] : tabs[0]).page;
  return { id: Number(new URL(filed.url()).pathname.split('/').at(-1)), refused };
}

it('[CONT-1] [CONT-2] [CONT-3] [ROLE-5] a student complains and reads both outcomes; staff who may not decide read why', async () => {
  const { customExamId, sessionId, sitters } = await contestedCohort(room.sql, {
    questions: [contested],
    fromTemplate: true,
    sitters: { Georgescu: () => ['greșit 1'], Stoica: () => ['greșit 2'] },
  });
  const [own, other] = sitters as [Sitter, Sitter];
  const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
  const student = await openAs(browser, `/examContest/${own.examId}/edit`, {
    email: own.email,
    width: 360,
  });
  await student.page.getByText('O problemă tehnică').click();
  await field(student.page, 'Ce s-a întâmplat?').fill('Monitorul s-a stins.');
  await button(student.page, 'Continuă').click();
  await seeText(student.page, 'Verifică încă o dată');
  await button(student.page, 'Depune contestația').click();
  await student.page.getByRole('heading', { level: 1, name: /^Contestația \d+$/ }).waitFor();
  const view = new URL(student.page.url()).pathname;
  const complaint = view.split('/').at(-1) ?? '';
  const appeal = await fileFor(own, [contested]);

  // Each closed gate in its own words; the session is of this test alone.
  const form = `/examContest/${other.examId}/edit`;
  const tab = await openAs(browser, form, { email: other.email });
  const setDates = (ended: number, opens: string) => room.sql`
    update exam_sessions set end_date = current_date - ${ended}::int, contest_start_date = now() + ${opens}::interval
     where id = ${sessionId}`;
  for (const [ended, opens, words] of [
    [0, '-1 day', /^Alți studenți mai pot primi aceleași întrebări/],
    [2, '1 hour', /^Contestațiile din această sesiune se deschid pe/],
    [2, '110 hours', /^Datele sesiunii nu lasă timp/],
  ] as const) {
    await setDates(ended, opens);
    await tab.page.reload();
    await seeText(tab.page, words);
  }
  const moveExams = (days: number) => room.sql`
    update appointments set exam_date = exam_date + ${days}::int, starts_at = starts_at + make_interval(days => ${days}::int),
           ends_at = ends_at + make_interval(days => ${days}::int) where exam_session_id = ${sessionId}`;
  await setDates(10, '-20 days');
  await moveExams(-10);
  await tab.page.reload();
  await seeText(tab.page, /^Termenul de contestare a acestui examen s-a încheiat/);
  await moveExams(10);
  await setDates(2, '-1 day');

  await expectSteady(tab.page);
  // Two tabs at once make one contestation.
  const second = await openAs(browser, form, { email: other.email });
  const foreign = await fileTwice([tab, second]);
  await seeText(foreign.refused, 'Nu se poate crea încă o contestație de același tip la acest examen.');
  expect(await other.calls<Contest[]>('GET', `examContests?examId=${other.examId}`)).toHaveLength(1);
  await second.close();
  const { questions } = await other.calls<Filing>('GET', `examContests/filing/${other.examId}`);
  const named = await other.calls<Contest>('POST', 'examContests', {
    examId: other.examId,
    type: 'technical',
    questions: [{ examQuestionId: questions[0]?.id, reason: 'RI' }],
    comment: 'Imaginea nu s-a încărcat.',
  });

  // A holder who sat the exam: neither their own appeal nor what would score their exam again.
  await makeHolder(admin, customExamId, other);
  const holder = await openAs(browser, `/${foreign.id}/resolve`, { email: other.email });
  await seeText(decision(holder.page), 'Ai susținut chiar tu acest examen');
  await holder.page.goto(`/${appeal.id}/resolve`);
  await button(decision(holder.page), /^Accept/).click();
  await decision(holder.page).getByRole('radio', { name: 'Se scoate un răspuns' }).check();
  await decision(holder.page).getByRole('checkbox', { name: 'greșit 1' }).check();
  await seeText(decision(holder.page), 'Printre examenele care s-ar puncta din nou este unul al tău');
  await holder.close();

  // A complaint that names a question: its holder reads who decides it.
  const desk = await openAs(browser, `/${named.id}/resolve`, { email: teacher });
  await seeText(decision(desk.page), 'Această contestație o soluționează numai administratorii.');

  // A relative, until an administrator takes the mark away.
  await desk.page.goto(`/${foreign.id}/resolve`);
  await button(decision(desk.page), /^Accept/).waitFor();
  await act(
    desk.page,
    'Sunt rudă cu acest student…',
    'Ești rudă cu acest student?',
    'Da, soluționează altcineva',
  );
  await seeText(decision(desk.page), 'Ai marcat acest student ca rudă');
  const office = await openAs(browser, `/${foreign.id}/resolve`);
  await withNotice(office.page, 'Mențiunea a fost retrasă.', () =>
    act(office.page, /^Nu este rudă cu /, 'Retragi mențiunea?', 'Retrage mențiunea'),
  );
  await office.close();

  // The complaint is accepted, the appeal rejected; the student reads both.
  await admin('PUT', `examContests/${complaint}/resolve`, {
    questions: [{ examQuestionId: 0, accepted: true, reply: 'Monitorul a fost defect.' }],
  });
  await desk.page.goto(`/${appeal.id}/resolve`);
  await button(decision(desk.page), /^Resping/).click();
  await seeText(decision(desk.page), 'Nu se schimbă niciun punctaj');
  const teacherCalls = await callsOf(inject('serverUrl'), teacher);
  const [question] = appeal.questions;
  await teacherCalls('PUT', `examContests/${appeal.id}/resolve`, {
    questions: [
      { examQuestionId: question?.examQuestionId, accepted: false, reply: 'Răspunsul este în curs.' },
    ],
  });
  // Another holder has decided: the refusal, and their decision in place of the form.
  await button(decision(desk.page), 'Respinge').click();
  await seeText(desk.page, /^Întrebarea este deja soluționată/);
  await seeText(decision(desk.page), 'Răspunsul este în curs.');
  await student.page.reload();
  await seeText(student.page, 'Acceptată');
  await seeText(student.page, 'Monitorul a fost defect.');
  await student.page.goto(view.replace(complaint, String(appeal.id)));
  await seeText(student.page, 'Respinsă');
  await seeText(student.page, 'Răspunsul este în curs.');

  await room.sql`
    update exam_sessions set contest_end_date = contest_start_date, contest_resolve_end_date = now() - interval '1 hour'
     where id = ${sessionId}`;
  await desk.page.goto(`/${foreign.id}/resolve`);
  await seeText(decision(desk.page), 'Termenul de soluționare a contestațiilor s-a încheiat');

  // An annulled sitting is not contested.
  const { exam } = await own.calls<Filing>('GET', `examContests/filing/${own.examId}`);
  await admin('POST', `sittings/${exam.groupId}/annul`, { reason: 'Fraudă' });
  await student.page.goto(`/examContest/${own.examId}/edit`);
  await seeText(student.page, 'Susținerea a fost anulată.');
});

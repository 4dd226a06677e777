import type { Page } from 'playwright-core';
import { afterEach, inject, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { contestedCohort, fileFor, type Sitter } from './contested-exams.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { type Calls, callsOf } from './sat-exams.ts';
import { button, dialog, field, openAs, seeText } from './staff-desk.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach(() => leaveAll(browser));

const teacher = 'teacher@exam.test';
const asked = 'Despre claviculă';
const decision = (page: Page) => page.getByRole('region', { name: 'Decizia' });

type Discipline = { readonly id: number; readonly holders: readonly number[] };

/** Makes a student a holder of the discipline of their exam too. */
async function makeHolder(admin: Calls, customExamId: number, { email, name }: Sitter): Promise<void> {
  const { id } = await admin<{ id: number }>('POST', 'teachers', { email, name });
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

it('[CONT-1] [CONT-3] [ROLE-5] a student complains and reads both outcomes; who may not decide reads why', async () => {
  const { customExamId, sessionId, sitters } = await contestedCohort(room.sql, {
    questions: [asked],
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
  const [appeal, foreign] = [await fileFor(own, [asked]), await fileFor(other, [asked])];

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

  // A relative, until an administrator takes the mark away.
  const desk = await openAs(browser, `/${foreign.id}/resolve`, { email: teacher });
  await button(decision(desk.page), /^Accept/).waitFor();
  await act(
    desk.page,
    'Sunt rudă cu acest student…',
    'Ești rudă cu acest student?',
    'Da, soluționează altcineva',
  );
  await seeText(decision(desk.page), 'Ai marcat acest student ca rudă');
  const office = await openAs(browser, `/${foreign.id}/resolve`);
  await act(office.page, /^Nu este rudă cu /, 'Retragi mențiunea?', 'Retrage mențiunea');
  await seeText(office.page, 'Mențiunea a fost retrasă.');
  await office.close();

  // The complaint is accepted, the appeal rejected; the student reads both.
  await admin('PUT', `examContests/${complaint}/resolve`, {
    questions: [{ examQuestionId: 0, accepted: true, reply: 'Monitorul a fost defect.' }],
  });
  const teacherCalls = await callsOf(inject('serverUrl'), teacher);
  const [question] = appeal.contestedQuestions;
  await teacherCalls('PUT', `examContests/${appeal.id}/resolve`, {
    questions: [
      { examQuestionId: question?.examQuestionId, accepted: false, reply: 'Răspunsul este în curs.' },
    ],
  });
  await student.page.reload();
  await seeText(student.page, 'Acceptată');
  await seeText(student.page, 'Monitorul a fost defect.');
  await student.page.goto(view.replace(complaint, String(appeal.id)));
  await seeText(student.page, 'Respinsă');
  await seeText(student.page, 'Răspunsul este în curs.');

  // The session is of this test alone.
  await room.sql`
    update exam_sessions set contest_end_date = contest_start_date, contest_resolve_end_date = now() - interval '1 hour'
     where id = ${sessionId}`;
  await desk.page.reload();
  await seeText(decision(desk.page), 'Termenul de soluționare a contestațiilor s-a încheiat');
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import type { ResponseOfCall } from '#contract/call.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { ExamStatistics } from '#contract/statistics.ts';
import type { studentsExamsChoices } from '#contract/students-exams.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { contestedCohort, fileFor, type Sitter } from './contested-exams.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf } from './sat-exams.ts';
import {
  button,
  choose,
  dialog,
  expectNoSidewaysScroll,
  field,
  openAs,
  seeText,
  withNotice,
} from './staff-page.ts';
import { quiet, setDark, settled } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

const teacher = 'teacher@exam.test';
const [first, second, third] = ['Despre plexul brahial', 'Despre carpiene', 'Despre umăr'];
const decision = (page: Page) => page.getByRole('region', { name: 'Decizia' });
const impactLine = (page: Page) => decision(page).getByRole('status');
const scoreOf = async ({ calls, examId }: Sitter) =>
  (await calls<ExamResults>('PUT', `examScore?examId=${examId}`)).exam.score;
const statusOf = async ({ calls }: Sitter, { id }: Contest) =>
  (await calls<Contest>('GET', `examContests/${id}`)).status;

/** The axe violations at the top of the page, where the fixed header covers nothing. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  return axeProblems(page);
}

/** Contests questions on the form, reviews and sends them; returns the id of the contestation. */
async function fileEvery(page: Page, indexes: readonly number[]): Promise<string> {
  for (const index of indexes) {
    const name = `Contestă întrebarea ${index}`;
    await page.getByRole('checkbox', { name }).check();
    await choose(page.getByRole('group', { name }), 'Motiv', 'Răspuns neconform cu bibliografia');
    await field(page.getByRole('group', { name }), 'Explicație').fill('Manualul spune altceva.');
  }
  await button(page, 'Continuă').click();
  await seeText(page, 'Verifică încă o dată');
  await expectNoSidewaysScroll(page);
  await button(page, 'Depune contestația').click();
  await page.getByRole('heading', { level: 1, name: /^Contestația \d+$/ }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Presses a shortcut once the page has its button, and has begun to listen. */
async function pressWith(page: Page, name: RegExp, keys: string): Promise<void> {
  await button(decision(page), name).waitFor();
  await quiet(page);
  await page.keyboard.press(keys);
}

/** Chooses to remove an answer and waits for the impact. */
async function removeAnswer(page: Page, text: string): Promise<void> {
  await pressWith(page, /^Accept/, 'Alt+KeyA');
  await decision(page).getByRole('radio', { name: 'Se scoate un răspuns' }).check();
  await seeText(decision(page), 'Alege răspunsul care se scoate.');
  await decision(page).getByRole('checkbox', { name: text }).check();
  await impactLine(page).getByText('Se schimbă rezultatul').waitFor();
}

it('[CONT-3] [CONT-4] [CONT-7] [CONT-8] [CONT-9] [EXAM-15] a holder settles appeals together after seeing the history of the answer and the impact, and an administrator withdraws the settlement', async () => {
  const wrong = (text: string) => (text === first ? ['corect 1', 'corect 2', 'greșit 1'] : ['greșit 2']);
  const { sitters } = await contestedCohort(room.sql, {
    questions: [first, second, third],
    sitters: { Popescu: wrong, Ionescu: wrong, Enescu: () => ['corect 1', 'corect 2'] },
  });
  const [popescu, ionescu, enescu] = sitters as [Sitter, Sitter, Sitter];
  const phone = await openAs(browser, `/examContest/${popescu.examId}/edit`, {
    email: popescu.email,
    width: 360,
  });
  const contest = await popescu.calls<Contest>(
    'GET',
    `examContests/${await fileEvery(phone.page, [1, 2, 3])}`,
  );
  const same = await fileFor(ionescu, [first]);
  const hopeless = await fileFor(enescu, [second]);
  const before = [await scoreOf(popescu), await scoreOf(ionescu)];

  const { page } = await openAs(browser, '/contestations?view=groups', { email: teacher });
  await page.getByRole('link', { name: first, exact: true }).click();
  const queue = page.getByRole('navigation', { name: /^În așteptare/ });
  const group = queue.getByRole('listitem').filter({ hasText: first }).filter({ hasText: '2 contestații' });
  await seeText(group, 'Popescu Ioana');
  await seeText(group, 'Ionescu Ioana');
  await seeText(page, 'Manualul spune altceva.');
  await seeText(page, 'Depusă');
  const evidence = page.getByRole('complementary', { name: 'Dovezi' });
  await seeText(evidence, /Întrebarea \d: s-a salvat [A-E], [A-E], [A-E]/);
  await seeText(evidence, 'Anatomia omului, vol. II');
  expect(await problemsOf(page)).toEqual([]);

  await removeAnswer(page, 'greșit 1');
  await seeText(impactLine(page), 'Se schimbă rezultatul la 2 studenți');
  await seeText(impactLine(page), 'Se punctează din nou 3 examene.');
  await field(page, 'Răspuns pentru student').fill('Manualul admite și această variantă.');
  await button(page, 'Arată la cine').click();
  const shown = dialog(page, 'Ce se schimbă').getByRole('table', { name: 'Ce se schimbă' });
  await seeText(shown, 'Popescu Ioana');
  await seeText(shown, 'Ionescu Ioana');
  expect(await problemsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // Another user settles a question of the same exam, so the impact on screen is out of date.
  const admin = await callsOf(inject('serverUrl'), 'admin@exam.test');
  const meanwhile = contest.questions.find(({ served }) => served?.question.text === second);
  await admin('PUT', `examContests/${contest.id}/resolve`, {
    questions: [{ examQuestionId: meanwhile?.examQuestionId, accepted: true, settle: 'fullPoints' }],
  });
  await button(page, 'Acceptă și punctează din nou').click();
  await seeText(decision(page).getByRole('alert'), 'Între timp s-a schimbat ceva');
  await seeText(impactLine(page), 'Se schimbă rezultatul la 2 studenți');
  await expect
    .poll(() => field(page, 'Răspuns pentru student').inputValue())
    .toBe('Manualul admite și această variantă.');
  await button(page, 'Acceptă și punctează din nou').click();
  await seeText(decision(page), 'Acceptată · Se scoate un răspuns · Toată sesiunea');
  await group.waitFor({ state: 'detached' });
  const after = [await scoreOf(popescu), await scoreOf(ionescu)];
  expect(after[0]).toBeGreaterThan(before[0] as number);
  expect(after[1]).toBeGreaterThan(before[1] as number);
  expect(await statusOf(ionescu, same)).toBe('AC');
  expect(await statusOf(popescu, contest)).toBe('DP');

  // Reject the last question: the contestation is then partially accepted.
  const waiting = page.getByRole('link', { name: /^Întrebarea \d: în așteptare$/ });
  await expect.poll(() => waiting.count()).toBe(1);
  await waiting.click();
  await pressWith(page, /^Resping/, 'Alt+KeyR');
  await seeText(decision(page), 'Nu se schimbă niciun punctaj');
  await button(decision(page), 'Respinge').click();
  await seeText(page, 'Acceptată parțial');
  await phone.page.reload();
  await seeText(phone.page, 'Acceptată parțial');
  await seeText(phone.page, 'Manualul admite și această variantă.');
  await quiet(page);
  await page.keyboard.press('Alt+KeyN');
  await page.waitForURL((url) => !url.pathname.startsWith(`/${contest.id}/`));
  await page.goto(`/${hopeless.id}/resolve`);
  await button(decision(page), /^Resping/).click();
  await button(decision(page), 'Respinge').click();
  await seeText(page, 'Respinsă');
  await expect.poll(() => statusOf(enescu, hopeless)).toBe('RS');

  const office = await openAs(browser, `/${contest.id}/resolve`, { width: 360 });
  // The evidence as one document, to print or to save.
  await office.page.getByRole('link', { name: 'Dosarul de dovezi' }).click();
  await seeText(
    office.page.getByRole('region', { name: 'Soluționările întrebărilor contestate' }),
    /Se scoate un răspuns · Toată sesiunea.*Se schimbă rezultatul la 2 studenți/,
  );
  await settled(office.page);
  await expectNoSidewaysScroll(office.page);
  expect(await problemsOf(office.page)).toEqual([]);
  const download = office.page.waitForEvent('download');
  await button(office.page, 'Salvează ca fișier').click();
  const pack = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(pack.content.contest).toMatchObject({ id: contest.id, status: 'PAC' });
  await seeText(office.page.getByRole('region', { name: 'Sigiliu' }), pack.sha256);
  await office.page.goBack();
  await office.page.getByText('Decizia', { exact: true }).click();
  await seeText(decision(office.page), /Acceptată|Respinsă/);
  await settled(office.page);
  await expectNoSidewaysScroll(office.page);
  expect(await problemsOf(office.page)).toEqual([]);
  await setDark(office.page);
  expect(await axeProblems(office.page, 'contrast')).toEqual([]);
  await button(office.page, 'Redeschide…').click();
  const reopening = dialog(office.page, 'Redeschizi contestația?');
  await withNotice(
    office.page,
    'Punctajele au fost restabilite; așteaptă din nou și încă 1 contestație.',
    () => button(reopening, 'Redeschide și restabilește punctajele').click(),
  );
  await seeText(office.page, 'Depusă');
  expect([await scoreOf(popescu), await scoreOf(ionescu)]).toEqual(before);
  expect(await statusOf(ionescu, same)).toBe('DP');
  await phone.page.reload();
  await seeText(phone.page.getByRole('region', { name: 'Stare' }), 'Depusă');

  // Accepted again, on a phone.
  await button(decision(office.page), /^Accept/).click();
  await seeText(impactLine(office.page), /Se schimbă rezultatul la (1 student|2 studenți)/);
  await settled(office.page);
  await expectNoSidewaysScroll(office.page);
  await button(office.page, 'Acceptă și punctează din nou').click();
  await seeText(decision(office.page), 'Acceptată · Punctaj maxim · Acest student');
  expect(await scoreOf(popescu)).toBeGreaterThan(before[0] as number);
});

/** Closes a case without a correction, if it is not yet: the question can then be opened as a case again. */
async function closeCase(calls: Sitter['calls'], id: string): Promise<void> {
  const { status, questions: contestedQuestions } = await calls<Contest>('GET', `examContests/${id}`);
  if (status === 'RS') return;
  if (status !== 'DP') {
    const { fingerprint } = await calls<ImpactSummary>('POST', `examContests/${id}/reopen/impact`);
    await calls('POST', `examContests/${id}/reopen`, { fingerprint });
  }
  const questions = contestedQuestions.map(({ examQuestionId }) => ({ examQuestionId, accepted: false }));
  await calls('PUT', `examContests/${id}/resolve`, { questions });
}

it('[CONT-8] a holder opens a flagged question from the statistics as a case and decides it', async () => {
  const calls = await callsOf(inject('serverUrl'), teacher);
  const choices = await calls<ResponseOfCall<typeof studentsExamsChoices>>('GET', 'studentsExams/choices');
  const sessionId = choices.sessions[0]?.id;
  let flagged: { readonly id: number } | undefined;
  // Cohorts of other journeys are theirs.
  const ofDemo = choices.customExams.filter(({ name }) => !/^Anatomie [\da-f]{6}$/.test(name));
  // In sequence: the server limits the concurrent statistics of a user.
  for (const exam of ofDemo.slice(0, 12)) {
    const { questions } = await calls<ExamStatistics>(
      'GET',
      `statistics/exams?examCustomId=${exam.id}&sessionId=${sessionId}`,
    );
    if (questions.some(({ flags }) => flags.some(({ kind }) => kind !== 'tooFew'))) flagged = exam;
    if (flagged) break;
  }
  const { page } = await openAs(
    browser,
    `/studentsExams?view=statistics&examCustomId=${flagged?.id}&sessionId=${sessionId}`,
    { email: teacher },
  );
  const some = button(page, /^Deschide o sesizare pentru întrebarea/).first();
  const openCase = button(page, (await some.getAttribute('aria-label')) ?? '');
  const opened = page.getByRole('heading', { level: 1, name: 'Sesizare fără contestație' });
  await openCase.click();
  await opened.waitFor();
  const caseId = new URL(page.url()).pathname.split('/')[1] ?? '';
  try {
    // The same question once more.
    await page.goBack();
    await openCase.click();
    await seeText(
      page,
      'Există deja o sesizare pentru această întrebare în această sesiune, deschisă sau soluționată.',
    );
    await page.goForward();
    await opened.waitFor();
    await seeText(page.getByRole('complementary', { name: 'Dovezi' }), 'Cum au răspuns ceilalți');
    await pressWith(page, /^Corectez/, 'Alt+KeyA');
    await decision(page).getByRole('checkbox').first().check();
    // A case has no student: it corrects the question for the whole session.
    expect(await decision(page).getByRole('radio', { name: 'Punctaj maxim' }).count()).toBe(0);
    await seeText(impactLine(page), /Se schimbă rezultatul|Nu se schimbă niciun punctaj/);
    expect(await problemsOf(page)).toEqual([]);
    await field(page, 'Motivare').fill('Răspunsul este ambiguu.');
    await button(page, 'Corectează și punctează din nou').click();
    await seeText(page, 'Acceptată · Se scoate un răspuns · Toată sesiunea');
    await seeText(page, 'Răspunsul este ambiguu.');
    // Undo it, so that the demo stays unchanged for other tests, and close the case without a correction.
    await button(decision(page), 'Redeschide…').click();
    const reopening = page.getByRole('dialog');
    await seeText(reopening, /Se schimbă rezultatul|Nu se schimbă niciun punctaj/);
    await button(reopening, 'Redeschide și restabilește punctajele').click();
    await reopening.waitFor({ state: 'hidden' });
    await button(decision(page), 'Rămâne cum este').click();
    await button(page, 'Închide sesizarea').click();
    await seeText(page, 'Respinsă');
    const status = async () => (await calls<Contest>('GET', `examContests/${caseId}`)).status;
    await expect.poll(status).toBe('RS');
  } finally {
    await closeCase(calls, caseId);
  }
});

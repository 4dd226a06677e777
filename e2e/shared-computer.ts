import { gunzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import type { Candidate, ExamRoom } from './exam-room.ts';
import { atQuestion, handIn, stepTimeoutMs } from './exam-steps.ts';
import type { Profile } from './killed-browser.ts';
import { enter } from './visitor.ts';

export const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' }).waitFor();

/** A candidate with a unique name. */
export async function candidateNamed(room: ExamRoom, name: string, questions: number): Promise<Candidate> {
  const candidate = await room.candidate({ questions });
  await room.sql`update users set name = ${name} where email = ${candidate.email}`;
  return candidate;
}

export async function firstPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(stepTimeoutMs);
  return page;
}

/** Opens the browser in English, which it stores on disk. */
export async function openInEnglish(profile: Profile, url: string): Promise<Page> {
  const before = await profile.open(url);
  const page = await firstPage(before);
  await page.goto('/theme.js');
  await page.evaluate(() => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('toursOffered', 'student');
  });
  await before.close();
  return firstPage(await profile.open(url));
}

/** Signs in at Login and begins the exam. */
export async function signInAndBegin(page: Page, { email }: Candidate): Promise<void> {
  await page.goto('/login');
  await enter(page, email);
  await page.waitForURL(/dashboard/);
  await page.goto('/prepareExam');
  await page.getByRole('button', { name: 'Begin the exam' }).click();
  await atQuestion(page, 1);
}

/** Fragments of a candidate's questions and answers, short enough to contain no markup. */
export async function textsOf(room: ExamRoom, { examId }: Candidate): Promise<string[]> {
  const rows = await room.sql<{ text: string }[]>`
    select v.text from exam_questions q join question_versions v on v.id = q.question_version_id where q.exam_id = ${examId}
    union select a.text from exam_questions q join answer_options a on a.question_version_id = q.question_version_id where q.exam_id = ${examId}`;
  return rows.map(({ text }) => text.trim().slice(-20)).filter((text) => text.length > 10);
}

export async function recordedOf(
  room: ExamRoom,
  { examId }: Candidate,
): Promise<{ part: number; text: string }[]> {
  const rows = await room.sql<{ part: number; content: Buffer }[]>`
    select r.part, r.content from recordings r join exams e on e.group_id = r.exam_group_id where e.id = ${examId} order by r.part`;
  return rows.map(({ part, content }) => ({ part, text: gunzipSync(content).toString() }));
}

export async function handInWhole(page: Page): Promise<void> {
  await handIn(page);
  await page.waitForURL(/\/examResult/);
}

import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useExamHall } from './exam-hall.ts';
import {
  atQuestion,
  beginExam,
  handIn,
  press,
  saved,
  stepTimeoutMs,
  ticked,
  uploadTimeoutMs,
} from './exam-steps.ts';
import { password } from './visitor.ts';

const hall = useExamHall();

type Recorded = {
  readonly type: number;
  readonly timestamp: number;
  readonly data?: { readonly tag?: string };
};

describe('the exam page', () => {
  it('[REC-1] stops recording on request, also after a reload, and starts again from an empty list as a new part', async () => {
    const candidate = await hall.room.candidate({ questions: 1 });
    const page = await beginExam(hall.browser, candidate);
    await page.getByText('Screen recorded').waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop recording the screen?' });
    const title = dialog.getByRole('heading', { name: 'Stop recording the screen?' });
    await expect
      .poll(() => title.evaluate((it) => Number(getComputedStyle(it).fontWeight)))
      .toBeGreaterThan(600);
    await dialog.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByText('Screen not recorded').waitFor();
    await page.reload();
    await page.getByText('Screen not recorded').waitFor();
    await atQuestion(page, 1);
    await press(page, 'a');
    await saved(page).waitFor();
    await page.getByRole('button', { name: 'Record again' }).click();
    await page.getByText('Screen recorded').waitFor();
    await press(page, 'b');
    await handIn(page);
    await page.waitForURL(/\/examResult/);
    const parts = async () => {
      const rows = await hall.room.sql<{ content: Buffer }[]>`
        select r.content from recordings r join exams e on e.group_id = r.exam_group_id
         where e.id = ${candidate.examId} order by r.part`;
      return rows.map(({ content }) => JSON.parse(gunzipSync(content).toString()) as Recorded[]);
    };
    await expect.poll(async () => (await parts()).length, { timeout: uploadTimeoutMs }).toBe(2);
    const [first = [], second = []] = await parts();
    expect(first.at(-1)).toMatchObject({ type: 5, data: { tag: 'recording-stopped' } });
    expect(second.some(({ data }) => data?.tag === 'recording-stopped')).toBe(false);
    // A new part begins with the whole page, after the pause.
    expect(second.some(({ type }) => type === 2)).toBe(true);
    expect(second[0]?.timestamp).toBeGreaterThan(first.at(-1)?.timestamp ?? 0);
  });

  it('[SHELL-1][SHELL-3][EXAM-12] has no links away, reloads on the logo and types with the on-screen keyboard', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    expect(await page.getByRole('link').count()).toBe(0);
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    const keyboard = page.getByRole('region', { name: 'On-screen keyboard' });
    await keyboard.getByRole('button', { name: 'c', exact: true }).click();
    await expect.poll(() => ticked(page)).toBe('C');
    await saved(page).waitFor();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload the exam' }).click();
    await reloaded;
    await atQuestion(page, 1);
    await expect.poll(() => ticked(page), { timeout: stepTimeoutMs }).toBe('C');
  });

  it('[REC-1][REC-4][SAFE-14] records the exam and uploads it at the end, with masked inputs, without canvas, keyboard and CNP', async () => {
    const candidate = await hall.room.candidate({ questions: 1 });
    const page = await beginExam(hall.browser, candidate);
    await page.getByText('Screen recorded').waitFor();
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page
      .getByRole('region', { name: 'On-screen keyboard' })
      .getByRole('button', { name: 'a', exact: true })
      .click();
    // Add an input and a canvas, which the recording must mask.
    await page.evaluate(() => {
      const field = Object.assign(document.createElement('input'), { id: 'typed' });
      const canvas = document.createElement('canvas');
      document.querySelector('main')?.append(field, canvas);
      canvas.getContext('2d')?.fillRect(0, 0, 50, 50);
    });
    const [student] = await hall.room.sql<{ cnp: string }[]>`
      select cnp from students where email = ${candidate.email}`;
    const cnp = student?.cnp ?? '';
    await page.locator('#typed').fill(cnp);
    await page.locator('#typed').blur();
    await press(page, 'b');
    await saved(page).waitFor();
    // A student whose sign-in expired tries the CNP as password.
    await hall.room.expire(candidate.email);
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await page.keyboard.press('c');
    for (const secret of [cnp, password]) {
      await dialog.getByLabel('Password', { exact: true }).fill(secret);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      if (secret === cnp)
        await dialog.getByText('The e-mail address or the password is incorrect.').waitFor();
    }
    await dialog.waitFor({ state: 'hidden' });
    await saved(page).waitFor();
    await handIn(page);
    await page.waitForURL(/\/examResult/);
    const uploaded = async () => {
      const rows = await hall.room.sql<{ content: Buffer }[]>`
        select r.content from recordings r join exams e on e.group_id = r.exam_group_id where e.id = ${candidate.examId}`;
      return rows[0]?.content;
    };
    await expect.poll(uploaded, { timeout: uploadTimeoutMs }).toBeDefined();
    const text = gunzipSync((await uploaded()) ?? Buffer.alloc(0)).toString();
    const events: { type: number; data?: { source?: number; text?: string } }[] = JSON.parse(text);
    expect(events.some(({ type }) => type === 2)).toBe(true);
    const typed = events.filter(({ type, data }) => type === 3 && data?.source === 5 && data.text);
    expect(typed.map(({ data }) => data?.text)).toContain('*'.repeat(cnp.length));
    expect(typed.filter(({ data }) => /[^*]/.test(data?.text ?? ''))).toEqual([]);
    expect(cnp).toMatch(/^\w{8,}$/);
    expect([text.includes(cnp), text.includes('rr_dataURL')]).toEqual([false, false]);
    expect(events.filter(({ data }) => data?.source === 9)).toEqual([]);
    expect([text.includes('"data-skbtn":'), text.includes('"id":-1')]).toEqual([false, false]);
  });
});

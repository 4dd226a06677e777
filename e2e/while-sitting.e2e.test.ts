import { describe, expect, it } from 'vitest';
import { useExamHall } from './exam-hall.ts';
import { answer, atQuestion, beginExam, expectShown, expectStored, handIn, saved } from './exam-steps.ts';
import { countRequests, quiet, sittingRefusals } from './visitor.ts';

const hall = useExamHall();

describe('[SAFE-16] during an official exam', () => {
  it('[SAFE-16][SHELL-11] shows in another tab that the rest is closed, links back, and leaves the exam undisturbed', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    const first = await answer(page);
    await saved(page).waitFor();

    const tab = await page.context().newPage();
    countRequests(tab);
    await tab.goto('/examsPreview');
    await tab.getByRole('heading', { name: 'Your exam is running' }).waitFor();
    await tab.getByText('everything else opens again when it has ended').waitFor();
    expect(await tab.getByRole('alert').count()).toBe(0);

    // The dashboard shows the running exam and makes no closed call.
    const closed: string[] = [];
    tab.on('response', (response) => {
      if (response.status() === 409) closed.push(response.url());
    });
    await tab.goto('/dashboard');
    await tab.getByRole('link', { name: 'Resume the exam' }).first().waitFor();
    // The exam bar stays here and after a reload: no menu links, the remaining time, the link back.
    await tab.reload();
    const bar = tab.getByRole('region', { name: 'Your exam is running' });
    await bar.getByRole('link', { name: 'Resume the exam' }).waitFor();
    await bar.getByText(/\d\d:\d\d left/).waitFor();
    expect(await tab.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0);
    await tab.getByRole('contentinfo').getByText('Exam.').waitFor();
    expect(await quiet(tab)).toBe(true);
    expect(closed).toEqual([]);

    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    await expectShown(hall.room, candidate, 2);
    await page.reload();
    await atQuestion(page, 2);
    expect(await sittingRefusals(page)).toEqual([]);
    const second = await answer(page);
    await saved(page).waitFor();

    // The link back takes the exam over in this tab. After the exam ends, everything is open again.
    await tab.goto('/examsPreview');
    await tab.getByRole('link', { name: 'Back to the exam' }).click();
    await atQuestion(tab, 2);
    await saved(tab).waitFor();
    await page.getByRole('heading', { name: 'The exam continues elsewhere' }).waitFor();
    await tab.bringToFront();
    await handIn(tab);
    await tab.waitForURL(/\/examResult/);
    await expectStored(hall.room, candidate, [first, second]);
    await tab.goto('/examsPreview');
    await tab.getByRole('table').or(tab.getByRole('list')).first().waitFor();
    expect(await tab.getByRole('heading', { name: 'Your exam is running' }).count()).toBe(0);
    await tab.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect(await tab.getByRole('region', { name: 'Your exam is running' }).count()).toBe(0);
    await tab.getByRole('contentinfo').getByText('Sim.').waitFor();
  });
});

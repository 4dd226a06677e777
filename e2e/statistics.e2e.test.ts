import { afterEach, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { button, expectNoSidewaysScroll, seen, sitDown } from './staff-desk.ts';
import { settled, turnDark } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

it('[RESU-5] [RESU-6] shows the distribution, the questions with their answers, and what another mode would give', async () => {
  const [most] = await room.sql<{ id: number; count: number }[]>`
    select g.custom_exam_id as id, count(*)::int as count from exam_groups g join exams e on e.group_id = g.id
     where g.kind = 'official' and e.finished_at is not null and e.position = 1
     group by g.custom_exam_id order by 2 desc limit 1`;
  const { page } = await sitDown(browser, `/studentsExams?examCustomId=${most?.id}`);
  await page.getByRole('link', { name: 'Statistici' }).click();
  await page.getByRole('heading', { level: 2, name: 'Distribuția notelor' }).waitFor();
  await seen(page, new RegExp(`^Se bazează pe ${most?.count} (de )?examene\\.$`));

  const table = page.getByRole('table', { name: 'Întrebări', exact: true });
  await table
    .getByRole('button', { name: /^Răspunsurile întrebării/ })
    .first()
    .click();
  await table.getByText('Cei mai buni 27 %').waitFor();
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'Mod de calcul' }).click();
  await page.getByRole('option', { name: 'Totul sau nimic' }).click();
  await button(page, 'Calculează').click();
  await page.getByRole('table', { name: 'Ce-ar fi dacă…' }).waitFor();
  await seen(page, /Se schimbă \d+ (de )?not/);
  await turnDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
});

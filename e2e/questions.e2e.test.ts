import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { choose, questionText } from './question-page.ts';
import { leaveAll } from './reused-pages.ts';
import { withNotice } from './staff-page.ts';
import { recordsIn } from './stored-bytes.ts';
import { setDark, setLight, settled, visitAs } from './visitor.ts';

const browser = useBrowser();
afterEach((test) => leaveAll(browser, test));

const answer = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save question' });
const student = (page: Page) => page.getByRole('region', { name: 'As the student sees it' });
const texts = (page: Page, group: string) =>
  page
    .getByRole('region', { name: group })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

/** Waits until an answer has the focus. */
const focused = (page: Page, name: string) =>
  expect.poll(() => answer(page, name).evaluate((field) => field === document.activeElement)).toBe(true);

/** Dispatches a paste event with a text or a file. */
async function paste(
  field: Locator,
  content: { text?: string; html?: string; image?: string },
): Promise<void> {
  await field.focus();
  await field.evaluate((element, { text, html, image }) => {
    const data = new DataTransfer();
    if (text !== undefined) data.setData('text/plain', text);
    if (html !== undefined) data.setData('text/html', html);
    if (image !== undefined) {
      const bytes = Uint8Array.from(atob(image), (sign) => sign.charCodeAt(0));
      data.items.add(new File([bytes], 'curve.png', { type: 'image/png' }));
    }
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, content);
}

/** An image drawn in the browser. */
const picture = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('the browser draws nothing');
    pen.fillStyle = '#2266aa';
    pen.fillRect(20, 20, 200, 100);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

const ten = `
1. *Inhibă ciclooxigenaza
2. *Scad sinteza de prostaglandine
3. *Au efect antipiretic
4. *Au efect analgezic
5. *Pot irita mucoasa gastrică
6. Stimulează receptorii opioizi
7. Blochează canalele de calciu
8. Cresc secreția de insulină
9. Inhibă pompa de sodiu
10. Antagonizează histamina`;

/** Opens a new question in a chapter of the demo's pharmacology. */
async function beginQuestion(page: Page): Promise<void> {
  await choose(page, 'Discipline', /^Farmacologie/);
  await choose(page, 'Chapter', /^F1/);
}

describe('writing a question', () => {
  it('[QUES-1][QUES-2][QUES-8] needs a chapter, a text and five correct and five wrong answers, pasted as ten lines', async () => {
    const page = await visitAs(browser, 'teacher', '/new-question');
    await expect.poll(() => page.getByRole('combobox', { name: 'Chapter' }).isDisabled()).toBe(true);
    await page.getByText('Missing: the chapter, the text, 5 correct answers, 5 false answers.').waitFor();
    await expect.poll(() => save(page).isDisabled()).toBe(true);

    await beginQuestion(page);
    await questionText(page).fill('Care afirmații despre **AINS** sunt adevărate în proba din browser?');
    await answer(page, 'Correct answer 1').fill('Inhibă ciclooxigenaza');
    await page.getByText(/single-choice question/).waitFor();
    await page.getByText('Missing: 4 correct answers, 5 false answers.').waitFor();
    await answer(page, 'Correct answer 1').fill('');

    await paste(answer(page, 'Correct answer 1'), { text: ten });
    await page.getByText(/multiple-choice question/).waitFor();
    await expect.poll(() => texts(page, 'Correct answers')).toHaveLength(5);
    await expect.poll(async () => (await texts(page, 'False answers'))[4]).toBe('Antagonizează histamina');
    await expect.poll(() => save(page).isEnabled()).toBe(true);

    await answer(page, 'False answer 5').fill('inhibă  ciclooxigenaza');
    await page.getByText('This answer is entered twice').waitFor();
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await answer(page, 'False answer 5').fill('Antagonizează histamina');

    await save(page).click();
    await page.waitForURL(/\/\d+\/edit$/);
    await page.goto('/question/0/50/0/0/0/0');
    await page.getByRole('searchbox').fill('proba din browser');
    await page.waitForURL(/search=/);
    await page.getByRole('row', { name: /proba din browser/ }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('searchbox').fill('antagonizeaza HISTAMINA');
    await page.getByRole('row', { name: /proba din browser/ }).waitFor();
  });

  it('[QUES-1] refuses an answer without a description', async () => {
    const page = await visitAs(browser, 'teacher', '/1/edit');
    await answer(page, 'Correct answer 5').press('Enter');
    const field = answer(page, 'Correct answer 6');
    await paste(field, { image: await picture(page) });
    await page.getByRole('button', { name: /^Remove: Image: Correct answer 6/ }).waitFor();
    await page.getByText('Required field').waitFor();
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await field.fill('Acum are o descriere');
    await page.getByText('Required field').waitFor({ state: 'detached' });
    await expect.poll(() => save(page).isEnabled()).toBe(true);
  });

  it('[QUES-1][UX-11] adds, moves, flips and removes answers by keyboard alone', async () => {
    const page = await visitAs(browser, 'teacher', '/1/edit');
    await answer(page, 'Correct answer 5').focus();
    await page.keyboard.press('Enter');
    await focused(page, 'Correct answer 6');
    await page.keyboard.type('răspuns nou');
    await page.keyboard.press('Alt+ArrowUp');
    await focused(page, 'Correct answer 5');
    await page.keyboard.press('Alt+ArrowUp');
    await focused(page, 'Correct answer 4');
    await expect.poll(async () => (await texts(page, 'Correct answers')).indexOf('răspuns nou')).toBe(3);
    await page.keyboard.press('Control+Enter');
    await focused(page, 'False answer 6');
    await expect.poll(async () => (await texts(page, 'False answers')).at(-1)).toBe('răspuns nou');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    await expect.poll(() => answer(page, 'False answer 6').inputValue()).toBe('');
    await page.keyboard.press('Backspace');
    await expect.poll(() => texts(page, 'False answers')).toHaveLength(5);
    await expect.poll(() => texts(page, 'Correct answers')).toHaveLength(5);
  });

  it('[QUES-1] drags answers within their group and into the other one', async () => {
    const page = await visitAs(browser, 'teacher', '/1/edit', { height: 1600 });
    const line = (group: string, index: number) =>
      page.getByRole('region', { name: group }).getByRole('listitem').nth(index);
    await questionText(page).waitFor();
    // What loads moves the lines.
    await settled(page);
    const [first, second] = await texts(page, 'Correct answers');
    await line('Correct answers', 1).locator('[draggable]').dragTo(line('Correct answers', 0));
    await expect
      .poll(async () => (await texts(page, 'Correct answers')).slice(0, 2))
      .toEqual([second, first]);
    await settled(page);
    await line('Correct answers', 0).locator('[draggable]').dragTo(line('False answers', 2));
    await expect.poll(async () => (await texts(page, 'False answers'))[2]).toBe(second);
  });

  it('[QUES-1] formats by shortcut and toolbar, with undo and the student’s preview', async () => {
    const page = await visitAs(browser, 'teacher', '/new-question');
    // The toolbar is between the label and its field.
    const label = page.locator('label', { hasText: 'Question text' });
    await settled(page);
    const positions = await Promise.all(
      [label, page.getByRole('toolbar'), questionText(page)].map(
        async (one) => (await one.boundingBox())?.y ?? 0,
      ),
    );
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    await questionText(page).focus();
    await page.keyboard.type('H2');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+,');
    await student(page).locator('sub', { hasText: '2' }).waitFor();
    await expect.poll(() => questionText(page).inputValue()).toBe('H~2~');
    await page.keyboard.press('Control+Z');
    await expect.poll(() => questionText(page).inputValue()).toBe('H2');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Greek letters and symbols' }).click();
    await page.getByRole('button', { name: 'β', exact: true }).click();
    await expect.poll(() => questionText(page).inputValue()).toBe('H2β');
    await paste(questionText(page), { text: ' x2', html: '<p> x<sup>2</sup></p>' });
    await expect.poll(() => questionText(page).inputValue()).toBe('H2βx^2^');
  });

  it('[QUES-5] adds images by paste and by file, shows them from the server and removes them', async () => {
    const page = await visitAs(browser, 'teacher', '/1/edit');
    const image = await picture(page);
    await paste(questionText(page), { image });
    const shown = student(page).getByRole('img', { name: 'Image of the question' });
    await shown.waitFor();
    await expect
      .poll(() => shown.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(320);
    await page.getByRole('button', { name: /^Enlarge: Image of the question/ }).click();
    expect(await page.getByRole('button', { name: /^Make smaller/ }).getAttribute('aria-expanded')).toBe(
      'true',
    );

    await page
      .locator('input[type="file"]')
      .nth(1)
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(image, 'base64') });
    await page.getByRole('img', { name: 'Image: Correct answer 1' }).waitFor();
    await page.getByRole('button', { name: 'Remove: Image of the question' }).click();
    await shown.waitFor({ state: 'detached' });

    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not an image') });
    await page.getByText(/not an image that can be read/).waitFor();
  });
});

describe('unsaved changes', () => {
  it('[QUES-2] ask before leaving, and the draft survives a reload', async () => {
    const page = await visitAs(browser, 'teacher', '/new-question');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await beginQuestion(page);
    await questionText(page).fill('O ciornă care nu se pierde');
    await paste(answer(page, 'Correct answer 1'), { text: ten });
    await page.getByRole('link', { name: 'Back to the questions' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(new URL(page.url()).pathname).toBe('/new-question');

    await expect.poll(() => recordsIn(page, 'notes')).toBeGreaterThan(0);
    await page.reload();
    expect(dialogs).toEqual(['beforeunload']);
    await page.getByText(/Your unsaved draft of/).waitFor();
    await expect.poll(() => questionText(page).inputValue()).toBe('O ciornă care nu se pierde');
    await expect.poll(async () => (await texts(page, 'False answers'))[4]).toBe('Antagonizează histamina');
    await expect.poll(() => save(page).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await expect.poll(() => questionText(page).inputValue()).toBe('');
    await settled(page);
    await page.reload();
    await questionText(page).waitFor();
    // A draft would be shown by now.
    await settled(page);
    expect(await questionText(page).inputValue()).toBe('');
    expect(dialogs).toEqual(['beforeunload']);
  });
});

describe('versions', () => {
  it('[QUES-4][QUES-6] are created by an edit and shown as a diff in the history', async () => {
    const page = await visitAs(browser, 'teacher', '/3/edit');
    await questionText(page).waitFor();
    await settled(page);
    const before = await questionText(page).inputValue();
    const [first] = await texts(page, 'Correct answers');
    await questionText(page).fill(`${before} Alege cu grijă.`);
    await answer(page, 'Correct answer 1').press('Control+Enter');
    await answer(page, 'Correct answer 5').fill('un răspuns corect în locul celui mutat');
    await withNotice(page, 'The question was saved as a new version.', () => save(page).click());
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('heading', { name: /Version 2/ }).waitFor();
    await history.locator('ins', { hasText: 'Alege cu grijă' }).waitFor();
    await history.getByText('Key changed').waitFor();
    await expect.poll(() => history.getByText(first ?? '').count()).toBeGreaterThan(0);
    await history.getByText('un răspuns corect în locul celui mutat').waitFor();
    await withNotice(page, 'Version 1 is in the form.', () =>
      history.getByRole('button', { name: 'Restore this version' }).click(),
    );
    await expect.poll(() => questionText(page).inputValue()).toBe(before);
  });

  it('[QUES-4] show both sides of a concurrent edit to the second writer, who loses nothing', async () => {
    const [one, other] = await Promise.all([
      visitAs(browser, 'teacher', '/5/edit'),
      visitAs(browser, 'admin', '/5/edit'),
    ]);
    await questionText(one).waitFor();
    await questionText(other).waitFor();
    await questionText(one).fill('Textul titularului disciplinei');
    await withNotice(one, 'The question was saved as a new version.', () => save(one).click());
    await questionText(other).fill('Textul administratorului');
    await save(other).click();
    await other.getByText(/was changed meanwhile by/).waitFor();
    await other.locator('del', { hasText: 'titularului' }).waitFor();
    await expect.poll(() => questionText(other).inputValue()).toBe('Textul administratorului');
    await withNotice(other, 'The question was saved as a new version.', () =>
      other.getByRole('button', { name: 'Save mine over it' }).click(),
    );
  });
});

describe('discipline and chapter of a question', () => {
  it('[QUES-2] finds a discipline by typing, ignoring diacritics, and loads its chapters', async () => {
    const page = await visitAs(browser, 'admin', '/new-question');
    const discipline = page.getByRole('combobox', { name: 'Discipline' });
    await discipline.fill('toxicolo');
    await page.getByRole('option', { name: /Toxicologie/ }).click();
    await expect.poll(() => discipline.inputValue()).toMatch(/^Toxicologie \(\S+, \d{4}–\d{4}\)$/);
    await page.getByRole('combobox', { name: 'Chapter' }).click();
    await page.getByRole('option').first().waitFor();
  });
});

describe('appearance', () => {
  const expectNoProblems = async (page: Page) => {
    expect(await axeProblems(page)).toEqual([]);
    await setDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
    await setLight(page);
  };

  it('[UX-11] has no axe violations in toolbar, menu, errors, comparison and history, light and dark', async () => {
    const page = await visitAs(browser, 'teacher', '/new-question', { dark: false });
    await beginQuestion(page);
    await questionText(page).fill('Care dintre următoarele procese fac parte din farmacocinetica?');
    await answer(page, 'Correct answer 1').fill('a');
    await answer(page, 'Correct answer 2').fill('a');
    await page.getByText(/% alike/).waitFor();
    await page.getByRole('button', { name: 'Greek letters and symbols' }).click();
    await page.getByRole('button', { name: 'β', exact: true }).waitFor();
    await expectNoProblems(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More: Correct answer 1' }).click();
    await page.getByRole('menuitem', { name: 'Bibliography' }).waitFor();
    await expectNoProblems(page);
    await page.getByRole('menuitem', { name: 'Bibliography' }).click();
    await page.getByRole('button', { name: 'Compare' }).first().click();
    await page.getByText('Answer removed').first().waitFor();
    await expectNoProblems(page);
    const list = await visitAs(browser, 'teacher', '/question/0/10/0/0/0/0', { dark: false });
    await list
      .getByRole('button', { name: /^History/ })
      .first()
      .click();
    await list.getByRole('heading', { name: /Version 1/ }).waitFor();
    await expectNoProblems(list);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { stubFonts } from '#web/base/testing/fonts.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { bankAnswers, question } from './testing/bank.ts';

stubFonts();
afterEach(closeApp);

const teacher = () => loginData({ role: 'Profesori' });

async function openNew(answers = {}) {
  const wire = stubWire({ ...bankAnswers, ...answers });
  const app = await openApp('/new-question', { as: teacher() });
  await screen.findByRole('textbox', { name: 'Correct answer 1' });
  return { wire, ...app };
}

async function openStored(answers = {}) {
  const wire = stubWire({ ...bankAnswers, ...answers });
  const app = await openApp('/7/edit', { as: teacher() });
  await screen.findByRole('textbox', { name: 'Correct answer 1' });
  return { wire, ...app };
}

const group = (name: string) => within(screen.getByRole('region', { name }));
const textsOf = (name: string) =>
  group(name)
    .getAllByRole<HTMLTextAreaElement>('textbox')
    .map((field) => field.value);
const correct = () => textsOf('Correct answers');
const wrong = () => textsOf('False answers');
const answer = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save question' });
const paste = (field: HTMLElement, text: string) =>
  fireEvent.paste(field, {
    clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
  });

const ten = [...['a', 'b', 'c', 'd', 'e'].map((text) => `* corect ${text}`), 'f', 'g', 'h', 'i', 'j'].join(
  '\n',
);

async function choose(label: string, option: string) {
  fireEvent.click(screen.getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

it('a teacher of the dean’s office, who reads every discipline, can choose only those they may write to', async () => {
  const own = bankAnswers['GET disciplineList'].body;
  const foreign = own.map((one) => ({ ...one, id: 8, disciplineDescription: 'Chirurgie' }));
  stubWire({
    ...bankAnswers,
    'GET disciplineList': ({ query }) => ({
      body: query.get('ownBank') === 'true' ? own : [...own, ...foreign],
    }),
  });
  await openApp('/new-question', { as: loginData({ role: 'Profesori', dean: true }) });
  fireEvent.click(await screen.findByRole('combobox', { name: 'Discipline' }));
  await screen.findByRole('option', { name: /Farmacologie/, hidden: true });
  expect(screen.queryByRole('option', { name: /Chirurgie/, hidden: true })).toBeNull();
});

describe('[QUES-1] writing answers', () => {
  it('[QUES-1] Enter moves to the next line or adds one; Backspace removes an empty line', async () => {
    await openStored();
    fireEvent.keyDown(answer('Correct answer 5'), { key: 'Enter' });
    await waitFor(() => expect(document.activeElement).toBe(answer('Correct answer 6')));
    expect(correct()).toHaveLength(6);
    fireEvent.keyDown(answer('Correct answer 6'), { key: 'Backspace' });
    await waitFor(() => expect(document.activeElement).toBe(answer('Correct answer 5')));
    expect(correct()).toHaveLength(5);
    fireEvent.keyDown(answer('Correct answer 5'), { key: 'Backspace' });
    expect(correct()).toHaveLength(5);
  });

  it('[QUES-1] Ctrl+Enter toggles an answer between correct and false, Alt+arrows move it', async () => {
    await openStored();
    fireEvent.keyDown(answer('Correct answer 2'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(wrong()).toHaveLength(6));
    expect(wrong().at(-1)).toBe('Ibuprofenul');
    expect(document.activeElement).toBe(answer('False answer 6'));
    fireEvent.keyDown(answer('False answer 6'), { key: 'ArrowUp', altKey: true });
    await waitFor(() => expect(wrong().at(-2)).toBe('Ibuprofenul'));
    expect(document.activeElement).toBe(answer('False answer 5'));
  });

  it('[QUES-1] ten pasted lines become ten answers, the marked ones correct', async () => {
    await openNew();
    paste(answer('False answer 1'), ten);
    await waitFor(() => expect(wrong()).toEqual(['f', 'g', 'h', 'i', 'j']));
    expect(correct()).toEqual(['corect a', 'corect b', 'corect c', 'corect d', 'corect e']);
  });

  it('[QUES-5] refuses a dropped file that is not an image in place, and never navigates to it', async () => {
    await openStored();
    const dataTransfer = {
      files: [new File(['notițe'], 'notite.txt', { type: 'text/plain' })],
      types: ['Files'],
      getData: () => '',
    };
    expect(fireEvent.drop(answer('Correct answer 1'), { dataTransfer })).toBe(false);
    await screen.findByText(/not an image that can be read/);
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
  });

  it('[QUES-1] reports a duplicate answer at the second one', async () => {
    await openStored();
    write(answer('False answer 1'), ' aspirina ');
    await screen.findByText('This answer is entered twice');
    expect(saveButton().disabled).toBe(true);
  });
});

describe('[QUES-8] missing answers', () => {
  it('[QUES-8] disables save below five and five, and says how many are missing', async () => {
    await openNew();
    expect(saveButton().disabled).toBe(true);
    screen.getByText('Missing: the chapter, the text, 5 correct answers, 5 false answers.');
    paste(answer('False answer 1'), ten);
    await screen.findByText('Missing: the chapter, the text.');
    write(answer('False answer 5'), '');
    await screen.findByText('Missing: the chapter, the text, 1 false answer.');
    expect(group('False answers').getByText('4/5')).toBeDefined();
    expect(group('Correct answers').getByText('5/5')).toBeDefined();
  });

  it('[QUES-8] the notice says single or multiple by the current correct answers', async () => {
    await openNew();
    screen.getByText('No answer is marked correct yet.');
    write(answer('Correct answer 1'), 'Aspirina');
    await screen.findByText(/single-choice question/);
    write(answer('Correct answer 2'), 'Ibuprofenul');
    await screen.findByText(/multiple-choice question/);
    fireEvent.keyDown(answer('Correct answer 2'), { key: 'Enter', ctrlKey: true });
    await screen.findByText(/single-choice question/);
  });
});

describe('[QUES-2] saving and drafts', () => {
  const created = { 'POST questions': { status: 201, body: question } };

  it('[QUES-2] requires the discipline, then the chapter, and remembers both for the next question', async () => {
    const { wire } = await openNew(created);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Chapter' }).disabled).toBe(true);
    await choose('Discipline', 'Farmacologie (MG301, 2026–2027)');
    await choose('Chapter', 'F2 AINS');
    write(screen.getByRole('textbox', { name: 'Question text' }), 'Care sunt antiinflamatoare?');
    paste(answer('Correct answer 1'), ten);
    await waitFor(() => expect(saveButton().disabled).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(correct().every((text) => text === '')).toBe(true));
    expect(wire.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      chapterId: 32,
      text: 'Care sunt antiinflamatoare?',
      points: 10,
      examOnly: false,
      answers: expect.arrayContaining([expect.objectContaining({ text: 'corect a', isCorrect: true })]),
    });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Chapter' }).value).toBe('F2 AINS');
  });

  it('[QUES-2] restores an unsaved draft after leaving, and can discard it', async () => {
    const { router } = await openStored();
    write(screen.getByRole('textbox', { name: 'Question text' }), 'Alt text');
    fireEvent(window, new Event('pagehide'));
    void router.navigate({ to: '/dashboard' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { name: /Welcome|Hello|Ștefan/ });
    void router.navigate({ to: '/7/edit' });
    await screen.findByText(/Your unsaved draft of/);
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question text' });
    expect(text.value).toBe('Alt text');
    fireEvent.click(screen.getByRole('button', { name: 'Discard the draft' }));
    await waitFor(() => expect(text.value).toBe(question.text));
  });

  it('[QUES-2] keeps the input when the user cancels leaving', async () => {
    const { router, href } = await openStored();
    write(screen.getByRole('textbox', { name: 'Question text' }), 'Alt text');
    void router.navigate({ to: '/dashboard' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(href()).toBe('/7/edit');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question text' }).value).toBe(
      'Alt text',
    );
  });

  it('[QUES-1] shows a refusal from the server at its field', async () => {
    await openStored({
      'PUT questions/7': {
        status: 400,
        body: {
          error: 'validation.failed',
          params: {},
          errors: [
            { path: 'answers.6.text', error: 'validation.tooLong', params: { max: 10_000 } },
            { path: 'text', error: 'validation.text', params: {} },
          ],
        },
      },
    });
    write(screen.getByRole('textbox', { name: 'Question text' }), 'Alt text');
    fireEvent.click(saveButton());
    await screen.findByText('At most 10000 characters are allowed');
    expect(answer('False answer 2').getAttribute('aria-invalid')).toBe('true');
    const first = screen.getByRole('textbox', { name: 'Question text' });
    expect(first.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(first));
    write(answer('False answer 2'), 'Mai scurt');
    await waitFor(() => expect(answer('False answer 2').getAttribute('aria-invalid')).not.toBe('true'));
  });

  it('[QUES-4] on a conflict keeps the input, shows the difference and offers to overwrite', async () => {
    let version = 3;
    const { wire } = await openStored({
      'GET questions/7': {
        get body() {
          return { ...question, version };
        },
      },
      'PUT questions/7': { status: 409, body: { error: 'question.changed', params: { by: 'Ana Pop' } } },
    });
    version = 4;
    write(screen.getByRole('textbox', { name: 'Question text' }), 'Care sunt analgezice?');
    fireEvent.click(saveButton());
    await screen.findByText(/changed meanwhile by Ana Pop/);
    expect(document.querySelector('del')?.textContent).toContain('antiinflamatoare');
    expect(document.querySelector('ins')?.textContent).toContain('analgezice');
    fireEvent.click(screen.getByRole('button', { name: 'Save mine over it' }));
    const written = () => wire.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    await waitFor(() => expect(written()).toHaveLength(2));
    expect(written()).toMatchObject([{ version: 3 }, { version: 4, text: 'Care sunt analgezice?' }]);
  });

  it('[QUES-1] warns about a similar question and compares both', async () => {
    await openNew({
      'GET questions/similar': { body: [{ id: 7, text: question.text, similarity: 0.83 }] },
    });
    await choose('Discipline', 'Farmacologie (MG301, 2026–2027)');
    await choose('Chapter', 'F2 AINS');
    write(screen.getByRole('textbox', { name: 'Question text' }), 'Care sunt antiinflamatoarele?');
    await screen.findByText('83% alike');
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
    const compared = within(await screen.findByRole('dialog', { name: /Compare/ }));
    await compared.findAllByText('Answer removed');
  });
});

describe('[QUES-3] the live preview', () => {
  const shown = () => screen.getByRole('region', { name: 'As the student sees it' });

  it('[QUES-3] draws five answers, one correct when simple, two to four when complex', async () => {
    await openStored();
    const drawn = () => within(shown()).getByRole('group').textContent ?? '';
    const right = () => question.answers.filter(({ text, isCorrect }) => isCorrect && drawn().includes(text));
    await waitFor(() => expect(within(shown()).getAllByRole('checkbox')).toHaveLength(5));
    for (let draw = 0; draw < 12; draw += 1) {
      expect(right().length).toBeGreaterThanOrEqual(2);
      expect(right().length).toBeLessThanOrEqual(4);
      fireEvent.click(screen.getByRole('button', { name: 'Draw again' }));
    }
    fireEvent.click(screen.getByRole('radio', { name: 'Simple (CS)' }));
    await waitFor(() => expect(right()).toHaveLength(1));
  });

  it('[QUES-3] renders our formatting and shows HTML as text', async () => {
    await openStored();
    write(screen.getByRole('textbox', { name: 'Question text' }), 'H~2~O și <img src=x onerror=alert(1)>');
    await waitFor(() => expect(shown().querySelector('sub')?.textContent).toBe('2'));
    expect(shown().querySelector('img')).toBeNull();
    expect(shown().textContent).toContain('<img src=x onerror=alert(1)>');
  });
});

describe('[QUES-6] a stored question', () => {
  const versions = [
    { ...question, number: 2, writtenAt: '2026-02-01T10:00:00Z', writtenBy: 'Ana' },
    { ...question, number: 1, writtenAt: '2026-01-01T10:00:00Z', writtenBy: 'Ana', text: 'Textul vechi?' },
  ].map(({ number, writtenAt, writtenBy, text, image, points, answers }) => ({
    number,
    writtenAt,
    writtenBy,
    text,
    image,
    points,
    answers,
  }));

  it('[QUES-4] saves only when something changed', async () => {
    await openStored();
    const text = screen.getByRole('textbox', { name: /^Question text|^Text/ });
    expect(saveButton().disabled).toBe(true);
    write(text, 'Alt text?');
    await waitFor(() => expect(saveButton().disabled).toBe(false));
    write(text, question.text);
    await waitFor(() => expect(saveButton().disabled).toBe(true));
  });

  it('[QUES-6] loads an earlier version into the form, to be saved as a new one', async () => {
    await openStored({ 'GET questions/7/history': { body: versions } });
    fireEvent.click(screen.getByRole('button', { name: 'History' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
    await waitFor(() => expect(screen.getByDisplayValue('Textul vechi?')).toBeDefined());
    expect(saveButton().disabled).toBe(false);
  });
});

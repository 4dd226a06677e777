import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServedQuestion } from '#contract/questions.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const served = (index: number, answerType: ServedQuestion['answerType']): ServedQuestion => ({
  id: index,
  index,
  question: { id: index, text: `Întrebarea H~${index}~`, points: 10, attachmentName: null },
  answerType,
  answerExams: ['unu', 'doi', 'trei'].map((description, at) => ({
    id: index * 10 + at,
    isChecked: false,
    answer: { description, answerAttachment: null },
  })),
});

const noRights = 'You do not have the rights to access this resource';
const teacher = () => loginData({ role: 'Profesori' });

describe('[QUES-7] the preview of a question', () => {
  it('[QUES-7] a multiple question accepts several ticks, by click and by letter', async () => {
    stubWire({ 'GET questions/7/preview': { body: served(1, 'multiple') } });
    await openApp('/questionPreview?questionId=7', { as: teacher() });
    const marks = await screen.findAllByRole<HTMLInputElement>('checkbox');
    fireEvent.click(marks[0] as HTMLElement);
    fireEvent.keyDown(screen.getByRole('group', { name: /Întrebarea/ }), { key: 'c' });
    await waitFor(() => expect(marks.map((mark) => mark.checked)).toEqual([true, false, true]));
    fireEvent.keyDown(screen.getByRole('group', { name: /Întrebarea/ }), { key: 'A' });
    await waitFor(() => expect(marks[0]?.checked).toBe(false));
    screen.getByText('CM');
  });

  it('[QUES-7] a simple question keeps one tick', async () => {
    stubWire({ 'GET questions/7/preview': { body: served(1, 'simple') } });
    await openApp('/questionPreview?questionId=7&kind=simple', { as: teacher() });
    await screen.findByText('CS');
    fireEvent.keyDown(screen.getByRole('group', { name: /Întrebarea/ }), { key: 'a' });
    fireEvent.keyDown(screen.getByRole('group', { name: /Întrebarea/ }), { key: 'b' });
    const marks = screen.getAllByRole<HTMLInputElement>('radio', { name: /unu|doi|trei/ });
    await waitFor(() => expect(marks.map((mark) => mark.checked)).toEqual([false, true, false]));
  });

  it('[QUES-7] another draw requests another seed and stores it in the address', async () => {
    const wire = stubWire({ 'GET questions/7/preview': { body: served(1, 'multiple') } });
    const { href } = await openApp('/questionPreview?questionId=7&seed=4', { as: teacher() });
    await screen.findAllByRole('checkbox');
    fireEvent.click(screen.getByRole('button', { name: 'Draw again' }));
    await waitFor(() => expect(href()).toContain('seed=5'));
    await waitFor(() => expect(wire.sent.at(-1)?.query.get('seed')).toBe('5'));
  });

  it('[QUES-7] shows the rights message for another user’s question', async () => {
    stubWire();
    await openApp('/questionPreview?questionId=99', { as: teacher() });
    await screen.findByRole('heading', { name: noRights });
  });

  it('[QUES-7] shows students the rights message and sends no requests', async () => {
    const wire = stubWire();
    await openApp('/questionPreview?questionId=7', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
    await screen.findByRole('heading', { name: noRights });
    expect(wire.calls().filter((call) => call.includes('questions'))).toEqual([]);
  });
});

describe('[QUES-7] a whole sample exam', () => {
  const paper = {
    'GET disciplines/6/samplePaper': {
      body: {
        durationMinutes: 60,
        questions: [served(1, 'simple'), served(2, 'multiple'), served(3, 'simple')],
      },
    },
  };

  it('[QUES-7] steps through the questions and keeps ticks, or shows them all', async () => {
    stubWire(paper);
    await openApp('/questionPreview?disciplineId=6', { as: teacher() });
    await screen.findByText('Question 1 of 3');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Question 2 of 3');
    fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Question 3 of 3' }));
    await screen.findByText('Question 3 of 3');
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Question 2 of 3');
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((mark) => mark.checked)).toEqual([
      false,
      true,
      false,
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'All on one page' }));
    await waitFor(() => expect(screen.getAllByText(/^Question \d of 3$/)).toHaveLength(3));
  });

  it('[QUES-7] says that a discipline has no structure', async () => {
    stubWire({
      'GET disciplines/6/samplePaper': { status: 409, body: { error: 'structure.missing', params: {} } },
    });
    await openApp('/questionPreview?disciplineId=6', { as: teacher() });
    await screen.findByText('This discipline has no exam structure yet');
  });
});

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApplicationUiSettings } from '#contract/settings.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';
import type { ImageAddresses } from '#web/base/image-addresses.ts';
import { uiSettings } from '#web/base/ui-settings.ts';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { ExamImage } from './exam-image.tsx';
import { afterTick, ExamQuestion } from './exam-question.tsx';

afterEach(() => {
  cleanup();
  uiSettings.set(undefined);
});

type Form = { readonly kind: QuestionKind; readonly roundMarks: boolean };

/** A question that can be answered as in the exam. */
function Answered({ kind, roundMarks }: Form) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const answers = ['unu', 'doi', 'trei'].map((text, id) => ({ id, text, image: null }));
  return (
    <MantineProvider>
      <ExamQuestion
        question={{ kind, text: 'Care?', image: null, answers }}
        ticked={ticked}
        onTick={(id) => setTicked(afterTick(ticked, id, kind))}
        roundMarks={roundMarks}
        starred={false}
      />
    </MantineProvider>
  );
}

const inputs = () => [...document.querySelectorAll<HTMLInputElement>('fieldset input')];
/** The input type of each ticked answer, empty for the others. */
const ticked = () => inputs().map(({ type, checked }) => (checked ? type : ''));
const press = (index: number) => inputs()[index]?.click();

describe('[EXAM-18] the input type of answers', () => {
  it.each([
    ['radios', true, 'radio'],
    ['checkboxes', false, 'checkbox'],
  ])(
    '[EXAM-18][EXAM-4] unticks the first answer of a simple question when a second is ticked, with %s',
    (_form, roundMarks, type) => {
      render(<Answered kind="simple" roundMarks={roundMarks} />);
      press(0);
      press(2);
      expect(ticked()).toEqual(['', '', type]);
    },
  );

  it('[EXAM-18] shows checkboxes for a multiple question and accepts several ticks', () => {
    render(<Answered kind="multiple" roundMarks />);
    press(0);
    press(2);
    expect(ticked()).toEqual(['checkbox', '', 'checkbox']);
  });
});

const settings: ApplicationUiSettings = {
  allowExams: true,
  allowExamPreview: true,
  questionRadioSimple: true,
  displayFullExam: false,
  examApplicationMode: false,
  markSingle: false,
  zoomScale: 2,
  ip: '1.2.3',
};

describe('[EXAM-17] an image of a question', () => {
  it.each([
    [undefined, '200%'],
    [3, '300%'],
  ])('[EXAM-17] zooms by the scale in the settings (%s)', (zoomScale, width) => {
    if (zoomScale !== undefined) uiSettings.set({ ...settings, zoomScale });
    const addresses: ImageAddresses = {
      addressOf: () => ({ state: 'ready', address: '/x.png' }),
      renew: () => undefined,
    };
    render(
      <ImageAddressProvider value={addresses}>
        <ExamImage name="x" alt="figura" size="question" />
      </ImageAddressProvider>,
    );
    const pressFirst = () => fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement);
    pressFirst();
    pressFirst();
    expect(screen.getByRole('img').style.width).toBe(width);
  });
});

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { chooseLanguage, loadTexts, paperTexts } from '#web/base/i18n.ts';
import { type Sent, stubWire } from '#web/base/testing/wire.ts';
import { defaultOptions } from './print-options.ts';
import { PrintRun } from './print-run.tsx';

const nothing = () => undefined;

beforeAll(async () => {
  await chooseLanguage('en');
  await loadTexts(paperTexts);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('[PRINT-1] prepares 45 papers in batches of 20, each only when it is opened', async () => {
  const appointmentsOf = ({ body }: Sent) => (body as { appointments: number[] }).appointments;
  const wire = stubWire({
    'POST examPrint': (sent) => ({ body: { papers: [], withoutPaper: appointmentsOf(sent) } }),
  });
  const students = Array.from({ length: 45 }, (_, index) => ({
    id: index + 1,
    studentName: `Student ${index + 1}.`,
  }));
  render(
    <MantineProvider env="test">
      <PrintRun
        students={students}
        templates={[]}
        options={defaultOptions}
        freeze={false}
        onPrepared={nothing}
        onRefused={nothing}
        onBack={nothing}
      />
    </MantineProvider>,
  );
  const printed = () => wire.sent.flatMap(appointmentsOf);
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next batch' }));
  await screen.findByText(/^Batch 1 of 3:/);
  expect(printed()).toEqual(numbers(1, 20));
  next();
  await screen.findByText(/^Batch 2 of 3:/);
  expect(printed()).toEqual(numbers(1, 40));
  // Of the batch before nothing is left on the page.
  const listed = (await screen.findByText(/Student 40\./)).textContent;
  expect(listed).not.toContain('Student 20.');
  next();
  await screen.findByText(/^Batch 3 of 3:/);
  expect(printed()).toEqual(numbers(1, 45));
  expect(screen.getByRole('button', { name: 'Next batch' })).toHaveProperty('disabled', true);
});

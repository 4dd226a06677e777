import { expect, it } from 'vitest';
import { examSession } from '#contract/entities/exam-session.ts';
import { wideFields } from './form-layout.ts';

it('[UX-19] places the start and the end of a span side by side', () => {
  const fields = Object.entries(examSession.fields);
  const wide = wideFields(fields);
  expect([...wide]).toEqual(['description']);
  let column = 0;
  const columns = new Map<string, number>();
  for (const [name] of fields) {
    columns.set(name, column);
    column = wide.has(name) ? 0 : 1 - column;
  }
  for (const start of ['startDate', 'examScheduleStart', 'contestStartDate'])
    expect([start, columns.get(start)]).toEqual([start, 0]);
});

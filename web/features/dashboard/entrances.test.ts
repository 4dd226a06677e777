import { expect, it } from 'vitest';
import { headerEntries } from '#domain/access/header.ts';
import { mayOpen } from '#domain/access/screens.ts';
import { people } from '#domain/testing/people.ts';
import { dashboardEntrances } from './entrances.ts';

const everybody = Object.entries(people);

it.each(everybody)('[HOME-1] shows the %s every page of the header on the dashboard', (_, actor) => {
  const missing = headerEntries(actor, true).filter(
    (name) => name !== 'Dashboard' && !(dashboardEntrances(actor, true) as readonly string[]).includes(name),
  );
  expect(missing).toEqual([]);
});

it.each(everybody)('[NAV-9] shows the %s no page they may not open', (_, actor) => {
  expect(dashboardEntrances(actor, true).filter((name) => !mayOpen(actor, name, true))).toEqual([]);
});

it('[NAV-9] staff enter the schedule from the dashboard, students the rehearsal and their own contestations', () => {
  expect(dashboardEntrances(people.secretary, false)).toContain('ExamSchedule');
  expect(dashboardEntrances(people.teacher, false)).toContain('ExamSchedule');
  expect(dashboardEntrances(people.student, false)).not.toContain('ExamSchedule');
  expect(dashboardEntrances(people.student, false)).toEqual(
    expect.arrayContaining(['Test', 'Contestations']),
  );
  expect(dashboardEntrances(people.secretary, false)).not.toContain('Test');
});

it('[HOME-1] offers simulation only when the server allows it', () => {
  expect(dashboardEntrances(people.student, true)).toContain('ExamSimulation');
  expect(dashboardEntrances(people.student, false)).not.toContain('ExamSimulation');
});

import { expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
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
  const entrancesOf = (actor: Actor) => dashboardEntrances(actor, false);
  expect(entrancesOf(people.secretary)).toContain('ExamSchedule');
  expect(entrancesOf(people.teacher)).toContain('ExamSchedule');
  expect(entrancesOf(people.student)).not.toContain('ExamSchedule');
  expect(entrancesOf(people.student)).toEqual(expect.arrayContaining(['Test', 'Contestations']));
  expect(entrancesOf(people.secretary)).not.toContain('Test');
});

it('[HOME-1] offers simulation only when the server allows it', () => {
  expect(dashboardEntrances(people.student, true)).toContain('ExamSimulation');
  expect(dashboardEntrances(people.student, false)).not.toContain('ExamSimulation');
});

it('[NAV-9] administrators enter templates and print from the dashboard, nobody else', () => {
  expect(dashboardEntrances(people.admin, false)).toContain('AdminExamPrint');
  expect(dashboardEntrances(people.secretary, false)).not.toContain('AdminExamPrint');
  expect(dashboardEntrances(people.teacher, false)).not.toContain('AdminExamPrint');
});

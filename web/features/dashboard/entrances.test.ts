import { expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import { headerEntries } from '#domain/access/header.ts';
import { mayOpen } from '#domain/access/screens.ts';
import { people } from '#domain/testing/people.ts';
import { dashboardEntrances } from './entrances.ts';

const everybody = Object.entries(people);

it.each(everybody)('[HOME-1] repeats no page of the header on the dashboard of the %s', (_, actor) => {
  const header: readonly string[] = headerEntries(actor, true);
  expect(dashboardEntrances(actor).filter((name) => header.includes(name))).toEqual([]);
});

it.each(everybody)('[NAV-9] shows the %s only pages they may open', (_, actor) => {
  expect(dashboardEntrances(actor).filter((name) => !mayOpen(actor, name, true))).toEqual([]);
});

it('[NAV-9] staff enter the schedule from the dashboard, students the rehearsal and their own contestations', () => {
  const entrancesOf = (actor: Actor) => dashboardEntrances(actor);
  expect(entrancesOf(people.secretary)).toContain('ExamSchedule');
  expect(entrancesOf(people.teacher)).toContain('ExamSchedule');
  expect(entrancesOf(people.student)).not.toContain('ExamSchedule');
  expect(entrancesOf(people.student)).toEqual(expect.arrayContaining(['Test', 'Contestations']));
  expect(entrancesOf(people.secretary)).not.toContain('Test');
  expect(entrancesOf(people.secretary)).not.toContain('Contestations');
});

it('[NAV-9] only administrators enter templates and print from the dashboard', () => {
  expect(dashboardEntrances(people.admin)).toContain('AdminExamPrint');
  expect(dashboardEntrances(people.secretary)).not.toContain('AdminExamPrint');
  expect(dashboardEntrances(people.teacher)).not.toContain('AdminExamPrint');
});

import { expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import { headerEntries } from '#domain/access/header.ts';
import { mayOpen } from '#domain/access/screens.ts';
import { people } from '#domain/testing/people.ts';
import { dashboardShortcuts } from './shortcuts.ts';

const everybody = Object.entries(people);

it.each(everybody)('[HOME-1] repeats no page of the header on the dashboard of the %s', (_, actor) => {
  const header: readonly string[] = headerEntries(actor, true);
  expect(dashboardShortcuts(actor).filter((name) => header.includes(name))).toEqual([]);
});

it.each(everybody)('[NAV-9] shows the %s only pages they may open', (_, actor) => {
  expect(dashboardShortcuts(actor).filter((name) => !mayOpen(actor, name, true))).toEqual([]);
});

it('[NAV-9] staff open the schedule from the dashboard, students the rehearsal and their own contestations', () => {
  const shortcutsOf = (actor: Actor) => dashboardShortcuts(actor);
  expect(shortcutsOf(people.secretary)).toContain('ExamSchedule');
  expect(shortcutsOf(people.teacher)).toContain('ExamSchedule');
  expect(shortcutsOf(people.student)).not.toContain('ExamSchedule');
  expect(shortcutsOf(people.student)).toEqual(expect.arrayContaining(['Test', 'Contestations']));
  expect(shortcutsOf(people.secretary)).not.toContain('Test');
  expect(shortcutsOf(people.secretary)).not.toContain('Contestations');
});

it('[NAV-9] only administrators open templates and print from the dashboard', () => {
  expect(dashboardShortcuts(people.admin)).toContain('AdminExamPrint');
  expect(dashboardShortcuts(people.secretary)).not.toContain('AdminExamPrint');
  expect(dashboardShortcuts(people.teacher)).not.toContain('AdminExamPrint');
});

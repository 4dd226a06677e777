import { afterEach, expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import { people, someone } from '#domain/testing/people.ts';
import { en } from '#i18n/en/en.ts';
import { fr } from '#i18n/fr/fr.ts';
import { ro } from '#i18n/ro/ro.ts';
import { isTourOfferDue, rememberTourOffer } from './tour-offer-memory.ts';
import { tourStops } from './tour-steps.ts';

afterEach(() => localStorage.clear());

it('[SHELL-9] is offered once per role', () => {
  expect(isTourOfferDue(people.teacher)).toBe(true);
  rememberTourOffer(people.teacher);
  expect(isTourOfferDue(people.teacher)).toBe(false);
  expect(isTourOfferDue(people.student)).toBe(true);
  expect(isTourOfferDue(someone(['Profesori', 'Admin']))).toBe(true);
});

it.each([
  ['student', ['ExamAppointments', 'Test', 'ExamSimulation', 'ExamsPreview']],
  ['teacher', ['Questions', 'DisciplineList', 'StudentsExams', 'TeacherExams']],
  ['secretary', ['Students', 'CustomExams', 'Appointments', 'StudentsExams']],
  ['admin', ['Configuration', 'Imports', 'Admin', 'StudentsExams']],
] as const)('[SHELL-9] the main screens of the %s explain their own controls', (role, screens) => {
  for (const screen of screens) {
    const [first, ...others] = tourStops(screen, people[role], () => true);
    expect(first).toEqual({ at: 'page-title', page: screen });
    const own = others.flatMap((stop) => ('page' in stop ? [stop.page] : []));
    expect(own.length).toBeGreaterThan(0);
    for (const page of own)
      for (const texts of [en, ro, fr]) expect(texts.tourPages[`${page}Text`].length).toBeGreaterThan(20);
  }
});

it('[SHELL-9] the dashboard explains the shell, other pages explain their content', () => {
  const everywhere = () => true;
  const dashboard = tourStops('Dashboard', people.student, everywhere).map(
    (stop) => 'text' in stop && stop.text,
  );
  expect(dashboard.slice(-4)).toEqual(['next', 'shortcuts', 'account', 'help']);
  expect(tourStops('Rooms', people.admin, everywhere).map((stop) => 'text' in stop && stop.text)).toEqual([
    'actions',
    'filters',
    'content',
    'account',
    'help',
  ]);
});

it('[SHELL-9] skips elements that are not on the page', () => {
  const readOnly = (name: string) => name !== 'page-actions';
  expect(tourStops('Rooms', people.teacher, readOnly).map(({ at }) => at)).not.toContain('page-actions');
});

it('[SHELL-9] [ROLE-11] promises only what the person may do', () => {
  const rowOf = (screen: 'Students' | 'StudentsExams', actor: Actor) =>
    tourStops(screen, actor, () => true).flatMap((stop) =>
      'page' in stop && /Row|Actions/.test(stop.page) ? [stop.page] : [],
    );
  expect(rowOf('Students', people.secretary)).toEqual(['StudentsRow', 'StudentsActions']);
  expect(rowOf('Students', people.teacher)).toEqual(['StudentsRowRead']);
  expect(rowOf('StudentsExams', people.teacher)).toEqual(['StudentsExamsRow']);
  expect(rowOf('StudentsExams', people.secretary)).toEqual(['StudentsExamsRowOffice']);
  expect(rowOf('StudentsExams', someone([], { dean: true }))).toEqual(['StudentsExamsRowResult']);
});

import { afterEach, expect, it } from 'vitest';
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
  ['teacher', ['Questions', 'DisciplineList', 'TeacherExams']],
  ['secretary', ['Students', 'CustomExams', 'Appointments', 'StudentsExams']],
  ['admin', ['Configuration', 'Imports', 'Admin', 'StudentsExams']],
] as const)('[SHELL-9] the main screens of the %s explain their own controls', (_, screens) => {
  for (const screen of screens) {
    const [first, ...others] = tourStops(screen, () => true);
    expect(first).toEqual({ at: 'page-title', page: screen });
    const own = others.flatMap((stop) => ('page' in stop ? [stop.page] : []));
    expect(own.length).toBeGreaterThan(0);
    for (const page of own)
      for (const texts of [en, ro, fr]) expect(texts.tourPages[`${page}Text`].length).toBeGreaterThan(20);
  }
});

it('[SHELL-9] the dashboard explains the shell, other pages explain their content', () => {
  const everywhere = () => true;
  const dashboard = tourStops('Dashboard', everywhere).map((stop) => 'text' in stop && stop.text);
  expect(dashboard.slice(-4)).toEqual(['next', 'shortcuts', 'account', 'help']);
  expect(tourStops('Rooms', everywhere).map((stop) => 'text' in stop && stop.text)).toEqual([
    'actions',
    'filters',
    'content',
    'account',
    'help',
  ]);
});

it('[SHELL-9] skips elements that are not on the page', () => {
  const readOnly = (name: string) => name !== 'page-actions';
  expect(tourStops('Rooms', readOnly).map(({ at }) => at)).not.toContain('page-actions');
});

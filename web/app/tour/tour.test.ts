import { afterEach, expect, it } from 'vitest';
import { people, someone } from '#domain/testing/people.ts';
import { isTourOfferDue, rememberTourOffer } from './tour-offer-memory.ts';
import { tourStops } from './tour-steps.ts';

afterEach(() => localStorage.clear());

it('[SHELL-9] is offered once to each role', () => {
  expect(isTourOfferDue(people.teacher)).toBe(true);
  rememberTourOffer(people.teacher);
  expect(isTourOfferDue(people.teacher)).toBe(false);
  expect(isTourOfferDue(people.student)).toBe(true);
  expect(isTourOfferDue(someone(['Profesori', 'Admin']))).toBe(true);
});

it('[SHELL-9] the dashboard explains the frame, other pages what stands on them', () => {
  const everywhere = () => true;
  expect(tourStops('Dashboard', everywhere).map(({ text }) => text)).toContain('entrances');
  expect(tourStops('Rooms', everywhere).map(({ text }) => text)).toEqual([
    'actions',
    'filters',
    'content',
    'account',
    'help',
  ]);
});

it('[SHELL-9] leaves out what is not on the page', () => {
  const readOnly = (name: string) => name !== 'page-actions';
  expect(tourStops('Rooms', readOnly).map(({ at }) => at)).not.toContain('page-actions');
});

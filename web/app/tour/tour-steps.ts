import type { Target } from '#web/base/current-screen.ts';

/** One stop of a tour: where it points, and the name of its two texts. */
export type TourStop = {
  readonly at: string;
  readonly text: 'logo' | 'navigation' | 'account' | 'help' | 'entrances' | 'actions' | 'filters' | 'content';
};

const frame: readonly TourStop[] = [
  { at: 'logo', text: 'logo' },
  { at: 'navigation', text: 'navigation' },
  { at: 'menu', text: 'navigation' },
];
const end: readonly TourStop[] = [
  { at: 'account', text: 'account' },
  { at: 'help', text: 'help' },
];

/**
 * The stops of a screen: the dashboard explains the frame and its entrances, every other page what stands on it.
 * A stop whose place is not on the page (no add button for a reader, links or menu button by width) is left out.
 */
export function tourStops(screen: Target, isThere: (name: string) => boolean): readonly TourStop[] {
  const stops: readonly TourStop[] =
    screen === 'Dashboard' || screen === 'Home'
      ? [...frame, { at: 'entrances', text: 'entrances' }, ...end]
      : [
          { at: 'page-actions', text: 'actions' },
          { at: 'page-filters', text: 'filters' },
          { at: 'page-content', text: 'content' },
          ...end,
        ];
  return stops.filter(({ at }) => isThere(at));
}

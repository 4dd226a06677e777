import type { Target } from '#web/base/current-screen.ts';

/** The main screens of each role: student, teacher, secretary, administrator. The tour says what each is for. */
const explained = [
  'ExamSimulation',
  'Test',
  'ExamsPreview',
  'Questions',
  'DisciplineList',
  'TeacherExams',
  'Students',
  'DisciplineManage',
  'Imports',
  'Configuration',
] as const satisfies readonly Target[];
type Explained = (typeof explained)[number];
const isExplained = (screen: Target): screen is Explained =>
  (explained as readonly Target[]).includes(screen);

/** One stop of a tour: where it points, and the name of its two texts; `page` names those of a screen. */
export type TourStop = {
  readonly at: string;
} & (
  | {
      readonly text:
        | 'logo'
        | 'navigation'
        | 'account'
        | 'help'
        | 'entrances'
        | 'actions'
        | 'filters'
        | 'content';
    }
  | { readonly page: Explained }
);

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
 * The stops of a screen: the dashboard explains the frame and its entrances, the main screens of a role what they are
 * for, every other page what stands on it.
 * A stop whose place is not on the page (no add button for a reader, links or menu button by width) is left out.
 */
export function tourStops(screen: Target, isThere: (name: string) => boolean): readonly TourStop[] {
  const stops: readonly TourStop[] =
    screen === 'Dashboard' || screen === 'Home'
      ? [...frame, { at: 'entrances', text: 'entrances' }, ...end]
      : [
          ...(isExplained(screen) ? [{ at: 'page-title', page: screen }] : []),
          { at: 'page-actions', text: 'actions' },
          { at: 'page-filters', text: 'filters' },
          // What is said of a list does not hold for these.
          ...(isExplained(screen) ? [] : [{ at: 'page-content', text: 'content' } as const]),
          ...end,
        ];
  return stops.filter(({ at }) => isThere(at));
}

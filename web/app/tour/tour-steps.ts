import type { Target } from '#web/base/current-screen.ts';

/** The main screens of each role: student, teacher, secretary, administrator. The tour explains each one. */
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

/** One step of a tour: the element it points at and the key of its two texts; `page` is the key of a screen's texts. */
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
 * The steps of a screen. The dashboard explains the shell and its entries, a role's main screens explain their purpose,
 * and every other page explains its content. Steps whose element is not on the page are skipped (no add button for a
 * reader, links or menu button depending on width).
 */
export function tourStops(screen: Target, isThere: (name: string) => boolean): readonly TourStop[] {
  const stops: readonly TourStop[] =
    screen === 'Dashboard' || screen === 'Home'
      ? [...frame, { at: 'entrances', text: 'entrances' }, ...end]
      : [
          ...(isExplained(screen) ? [{ at: 'page-title', page: screen }] : []),
          { at: 'page-actions', text: 'actions' },
          { at: 'page-filters', text: 'filters' },
          // The texts about lists do not apply to these.
          ...(isExplained(screen) ? [] : [{ at: 'page-content', text: 'content' } as const]),
          ...end,
        ];
  return stops.filter(({ at }) => isThere(at));
}

import type { Actor } from '#domain/access/actor.ts';
import { may, type Permission } from '#domain/access/permissions.ts';
import type { tourPages } from '#i18n/en/tour-pages.ts';
import type { Target } from '#web/base/current-screen.ts';

/** The texts that come with the tour: about a screen, or about one of its controls. */
type PageText = keyof typeof tourPages extends infer K
  ? K extends `${infer Name}Title`
    ? Name
    : never
  : never;

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
        | 'next'
        | 'shortcuts'
        | 'actions'
        | 'filters'
        | 'content';
    }
  | { readonly page: PageText }
);

const stop = (at: string, page: PageText): TourStop => ({ at, page });

/** A step whose text promises an action, and the one for those who may not do it; without another they get none. */
type StopByRight = { readonly may: Permission; readonly stop: TourStop; readonly otherwise?: ExplainedStop };
type ExplainedStop = TourStop | StopByRight;

function stopFor(actor: Actor | undefined, found: ExplainedStop | undefined): readonly TourStop[] {
  if (found === undefined) return [];
  if (!('may' in found)) return [found];
  return may(actor, found.may) ? [found.stop] : stopFor(actor, found.otherwise);
}

/** The main screens of each role, each with its controls in the order of work. */
const explained: Partial<Record<Target, readonly ExplainedStop[]>> = {
  ExamAppointments: [stop('page-title', 'ExamAppointments'), stop('row', 'ExamAppointmentsRow')],
  ExamSimulation: [stop('page-title', 'ExamSimulation'), stop('row', 'ExamSimulationRow')],
  Test: [
    stop('page-title', 'Test'),
    stop('rehearsal-paper', 'TestPaper'),
    stop('rehearsal-checks', 'TestChecks'),
  ],
  ExamsPreview: [stop('page-title', 'ExamsPreview'), stop('row', 'ExamsPreviewRow')],
  Questions: [
    stop('page-title', 'Questions'),
    stop('page-filters', 'QuestionsFilters'),
    stop('row', 'QuestionsRow'),
    stop('page-actions', 'QuestionsActions'),
  ],
  DisciplineList: [
    stop('page-title', 'DisciplineList'),
    stop('page-filters', 'DisciplineListFilters'),
    stop('row', 'DisciplineListRow'),
  ],
  TeacherExams: [stop('page-title', 'TeacherExams'), stop('row', 'TeacherExamsRow')],
  Students: [
    stop('page-title', 'Students'),
    stop('page-filters', 'StudentsFilters'),
    {
      may: 'student.manage',
      stop: stop('row', 'StudentsRow'),
      otherwise: stop('row', 'StudentsRowRead'),
    },
    { may: 'student.manage', stop: stop('page-actions', 'StudentsActions') },
  ],
  DisciplineManage: [stop('page-title', 'DisciplineManage'), stop('row', 'DisciplineManageRow')],
  CustomExams: [
    stop('page-title', 'CustomExams'),
    stop('page-actions', 'CustomExamsActions'),
    stop('row', 'CustomExamsRow'),
  ],
  Appointments: [
    stop('page-title', 'Appointments'),
    stop('page-filters', 'AppointmentsFilters'),
    stop('row', 'AppointmentsRow'),
    stop('page-actions', 'AppointmentsActions'),
  ],
  Imports: [
    stop('page-title', 'Imports'),
    stop('import-kind', 'ImportsKind'),
    stop('import-file', 'ImportsFile'),
    stop('page-actions', 'ImportsTemplates'),
  ],
  Admin: [stop('page-title', 'Admin'), stop('admin-parts', 'AdminParts')],
  StudentsExams: [
    stop('page-title', 'StudentsExams'),
    stop('page-filters', 'StudentsExamsFilters'),
    {
      may: 'contestation.resolve',
      stop: stop('row', 'StudentsExamsRow'),
      otherwise: {
        may: 'exam.watch',
        stop: stop('row', 'StudentsExamsRowOffice'),
        otherwise: stop('row', 'StudentsExamsRowResult'),
      },
    },
  ],
  Configuration: [
    stop('page-title', 'Configuration'),
    stop('settings-groups', 'ConfigurationGroups'),
    stop('settings', 'ConfigurationSettings'),
  ],
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
const anyPage: readonly TourStop[] = [
  { at: 'page-actions', text: 'actions' },
  { at: 'page-filters', text: 'filters' },
  { at: 'page-content', text: 'content' },
];

/**
 * The steps of a screen. The dashboard explains the shell, what is next and its entries, a role's main screens explain their own
 * controls, and every other page its parts. No step promises what the actor may not do. Steps whose element is not on the
 * page are skipped (no add button for a reader, no row in an empty list, links or menu button depending on width).
 */
export function tourStops(
  screen: Target,
  actor: Actor | undefined,
  isThere: (name: string) => boolean,
): readonly TourStop[] {
  const own = explained[screen]?.flatMap((found) => stopFor(actor, found));
  const stops: readonly TourStop[] =
    screen === 'Dashboard' || screen === 'Home'
      ? [...frame, { at: 'next', text: 'next' }, { at: 'shortcuts', text: 'shortcuts' }, ...end]
      : [...(own ?? anyPage), ...end];
  return stops.filter(({ at }) => isThere(at));
}

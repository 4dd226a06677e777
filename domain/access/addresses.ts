import type { QuestionKind } from '../question-bank/question-kind.ts';
import { type ScreenName, screens } from './screens.ts';

type Value = string | number;

/** The names that follow a `$` in a path. */
type PathParam<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** The page and the order of the list an address shows. */
type ListParams = {
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly take?: number | undefined;
  readonly sort?: string | undefined;
  readonly desc?: 'true' | undefined;
};

/** The same for another list on the page, prefixed with its name: `teacherSearch`. */
type FurtherList<Of extends string> = {
  readonly [K in keyof ListParams as `${Of}${Capitalize<K>}`]?: ListParams[K];
};

/** The query parameters of each screen. A screen that is missing here has none. */
type Queries = {
  readonly Login: { readonly returnTo?: string; readonly setPassword?: string };
  readonly PrepareExam: { readonly examId?: number };
  readonly ExamResult: { readonly examId: number } | { readonly groupId: number };
  readonly Appointments: ListParams & {
    /** The students who can still be booked for the chosen exam and session. */
    readonly view?: 'unbooked' | undefined;
    readonly examCustomId?: number | undefined;
    readonly examSessionId?: number | undefined;
    readonly examRoomId?: number | undefined;
    readonly year?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };
  readonly ExamAppointments: {
    /** The student the office books for. */
    readonly studentId?: number | undefined;
    /** The appointment to be moved. */
    readonly appointmentId?: number | undefined;
    readonly examCustomId?: number | undefined;
    readonly examSessionId?: number | undefined;
    readonly examDate?: string | undefined;
    readonly examRoomSlotId?: number | undefined;
  };
  /** `version`: the contested question by its version; 0 is a technical complaint as a whole. `print`: the evidence as one document. */
  readonly ResolveContest: { readonly version?: number | undefined; readonly print?: 'true' };
  /** `at`: a moment of the server's clock, as the history of an exam shows it, to open the recording at. */
  readonly Recording: { readonly at?: string | undefined };
  readonly ExamSimulation: ListParams;
  readonly TeacherExams: ListParams;
  readonly ExamsPreview: ListParams & { readonly examId?: number };
  readonly ExamSchedule: {
    readonly view?: 'week' | undefined;
    readonly day?: string | undefined;
    readonly examRoomId?: number | undefined;
    /** The slot whose seats are shown, on the given day. */
    readonly examRoomSlotId?: number | undefined;
  };
  readonly AdminExamPrint: ListParams & {
    readonly examCustomId?: number | undefined;
    readonly examSessionId?: number | undefined;
    readonly examRoomId?: number | undefined;
    readonly examRoomSlotId?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };
  readonly QuestionPreview:
    | { readonly questionId: number; readonly kind?: QuestionKind; readonly seed?: string }
    | { readonly disciplineId: number; readonly seed?: string };
  readonly DisciplineList: ListParams & { readonly disciplineId?: number };
  readonly DisciplineManage: ListParams & FurtherList<'teacher'>;
  readonly Examinare: ListParams & FurtherList<'session'>;
  readonly Faculties: ListParams;
  readonly Rooms: ListParams;
  readonly Secretaries: ListParams;
  readonly Admin: ListParams & {
    /** Which part of the administration is open; the overview if absent. */
    readonly part?: string | undefined;
    readonly role?: string | undefined;
    readonly state?: string | undefined;
    readonly who?: string | undefined;
    readonly entity?: string | undefined;
    readonly entityId?: string | undefined;
    readonly action?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };
  readonly Students: ListParams & {
    /** The student whose page is open. */
    readonly student?: number | undefined;
    /** The rows of student files that were not imported, of one import or all. */
    readonly view?: 'notImported' | undefined;
    readonly import?: number | undefined;
    readonly collegeId?: number | undefined;
    readonly sectionId?: number | undefined;
    readonly seriesId?: number | undefined;
    readonly year?: number | undefined;
  };
  readonly StudentsExams: ListParams & {
    readonly sessionId?: number | undefined;
    readonly examCustomId?: number | undefined;
    readonly pkDiscipline?: number | undefined;
    readonly seriesId?: number | undefined;
    readonly state?: string | undefined;
    /** The sitting that is open. */
    readonly groupId?: number | undefined;
    /** The statistics of the chosen exam, discipline or session, with the part they are about; or the paper of a sitting. */
    readonly view?: 'statistics' | 'paper' | undefined;
    readonly partId?: number | undefined;
  };
  readonly Contestations: ListParams & {
    readonly view?: 'list' | 'groups' | 'numbers' | undefined;
    readonly status?: string | undefined;
    readonly type?: string | undefined;
    readonly pkDiscipline?: number | undefined;
    readonly sessionId?: number | undefined;
    readonly dueWithin?: number | undefined;
    readonly examId?: number | undefined;
  };
  readonly UniversityYears: ListParams & { readonly from?: number };
  readonly CustomExams: {
    readonly examId?: number;
    readonly copyOf?: number;
    readonly create?: 'true';
    readonly search?: string | undefined;
    readonly page?: number | undefined;
    readonly take?: number | undefined;
    readonly sort?: string | undefined;
    readonly desc?: 'true' | undefined;
    readonly collegeId?: number | undefined;
    readonly year?: number | undefined;
  };
  readonly Questions: {
    readonly chapterId?: number | undefined;
    readonly search?: string | undefined;
    readonly sort?: string | undefined;
    readonly desc?: 'true' | undefined;
    /** The question whose history is open. */
    readonly history?: number | undefined;
    /** The open import, or a new one. */
    readonly import?: number | 'new' | undefined;
  };
  readonly NewQuestion: { readonly disciplineId?: number; readonly chapterId?: number | undefined };
  readonly EditQuestion: { readonly history?: 'open' };
  readonly Imports: ListParams & { readonly import?: number };
  readonly Configuration: { readonly group?: string };
};

/** The screens whose address includes the state of their list. */
export type ListScreen = {
  [N in keyof Queries]: keyof ListParams extends keyof Queries[N] ? N : never;
}[keyof Queries];

type QueryOf<N extends ScreenName> = N extends keyof Queries ? Queries[N] : Record<never, never>;
type KeyOfAny<T> = T extends unknown ? keyof T : never;

/** The parameters of a screen's address: those of its path and its query. */
export type AddressParams<N extends ScreenName> = {
  readonly [K in PathParam<(typeof screens)[N]['path']>]: Value;
} & QueryOf<N>;

/** The parameters of an address as untrusted text. */
export type ScreenParams<N extends ScreenName> = {
  readonly [K in PathParam<(typeof screens)[N]['path']>]: string;
};
export type ScreenQuery<N extends ScreenName> = { readonly [K in KeyOfAny<QueryOf<N>>]?: string };

/** The screens whose path alone is an address. */
export type PlainScreen = {
  [N in ScreenName]: Record<never, never> extends AddressParams<N> ? N : never;
}[ScreenName];

declare const checked: unique symbol;
/** An address of one of our screens; only `addressOf` creates one. */
export type Address = string & { readonly [checked]: true };

type HasParams<N extends ScreenName> = N extends keyof Queries
  ? true
  : [PathParam<(typeof screens)[N]['path']>] extends [never]
    ? false
    : true;

type AddressArguments<N extends ScreenName> =
  HasParams<N> extends false
    ? []
    : Record<never, never> extends AddressParams<N>
      ? [params?: AddressParams<N>]
      : [params: AddressParams<N>];

/** Encodes like a form: a space becomes a plus sign. */
const encoded = (value: unknown) =>
  encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The address of a screen: `addressOf('ExamResult', { examId })`. Unknown screens and wrong or missing parameters do
 * not compile.
 */
export function addressOf<N extends ScreenName>(name: N, ...[params]: AddressArguments<N>): Address {
  const values: Readonly<Record<string, unknown>> = params ?? {};
  const inPath = new Set<string>();
  const path = screens[name].path.replaceAll(/\$(\w+)/g, (_, param: string) => {
    inPath.add(param);
    return encodeURIComponent(String(values[param]));
  });
  const query = Object.entries(values)
    .filter(([key, value]) => !inPath.has(key) && value !== undefined)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .join('&');
  return `${path}${query === '' ? '' : `?${query}`}` as Address;
}

/** The first page of the list of questions, without filters. */
export const bankAddress = (narrowed: Partial<AddressParams<'Questions'>> = {}): Address =>
  addressOf('Questions', {
    skip: 0,
    take: 50,
    pkCollege: 0,
    pkSection: 0,
    pkDiscipline: 0,
    year: 0,
    ...narrowed,
  });

import { type FieldProblem, problem } from './errors.ts';
import { emailPattern } from './people/email-address.ts';
import { maxAnswers } from './question-bank/question-draft.ts';

/** The settings an administrator may change at run time, with their defaults (CONF-1, CONF-2). */
export const defaultSettings = {
  allowExams: true,
  allowExamPreview: true,
  questionRadioSimple: true,
  displayFullExam: false,
  /** Signs a student out some time after the results are shown (EXAM-13). */
  examApplicationMode: false,
  /** How many times larger an image is when a student zooms it (EXAM-17). */
  zoomScale: 2,
  allowContestations: true,
  contestationsAllowedDays: 3,
  teacherContests: true,
  /** How many days a recording is kept (REC-3). */
  recordingRetentionDays: 180,
  /** How many days the rows of a student import are kept, and imports that were never finished. */
  importRetentionDays: 90,
  /** How many days a message is kept, sent or not. */
  mailRetentionDays: 365,
  /** How many days an ended sign-in is kept, with its network address. */
  signInRetentionDays: 1,
  /** How many days after the contestations of a session its reasons and the texts of its contestations are kept. */
  reasonRetentionDays: 365,
  /** How many days after the last exam a person cannot be erased (SAFE-14). */
  identityRetentionDays: 1095,
  tokenExpirationMinutes: 60,
  /** An empty host means that no mail can be sent. */
  smtpHost: '',
  smtpPort: 587,
  smtpSsl: false,
  smtpSender: '',
  smtpUser: '',
  smtpPassword: '',
  questionMaxAnswers: 5,
  questionMinComplexAnswers: 2,
  questionMaxComplexAnswers: 4,
  ldapForTeachers: false,
  ldapForStudents: false,
  /** Addresses of the dean's office in addition to those in the environment (ROLE-2), one per line. */
  deanEmails: '',
  allowOverlappingSession: false,
  markSingle: false,
} as const;

type Widened<T> = T extends boolean ? boolean : T extends number ? number : string;

export type SettingName = keyof typeof defaultSettings;
export type ProductSettings = { readonly [N in SettingName]: Widened<(typeof defaultSettings)[N]> };

export const settingNames = Object.keys(defaultSettings) as SettingName[];

/** Secret settings: can be written, are never shown (CONF-1). */
export const secretSettings = ['smtpPassword'] as const satisfies readonly SettingName[];

/** The settings grouped for administrators; each group is saved as a whole. */
export const settingGroups = {
  exams: [
    'allowExams',
    'displayFullExam',
    'questionRadioSimple',
    'markSingle',
    'zoomScale',
    'examApplicationMode',
    'allowOverlappingSession',
  ],
  questions: ['questionMaxAnswers', 'questionMinComplexAnswers', 'questionMaxComplexAnswers'],
  results: ['allowExamPreview', 'allowContestations', 'contestationsAllowedDays', 'teacherContests'],
  privacy: [
    'recordingRetentionDays',
    'importRetentionDays',
    'mailRetentionDays',
    'signInRetentionDays',
    'reasonRetentionDays',
    'identityRetentionDays',
  ],
  signIn: ['tokenExpirationMinutes', 'ldapForTeachers', 'ldapForStudents', 'deanEmails'],
  mail: ['smtpHost', 'smtpPort', 'smtpSsl', 'smtpSender', 'smtpUser', 'smtpPassword'],
} as const satisfies Record<string, readonly SettingName[]>;
export type SettingGroup = keyof typeof settingGroups;

/** The settings that are numbers. */
export type NumberSetting = {
  [N in SettingName]: ProductSettings[N] extends number ? N : never;
}[SettingName];

/** The bounds of numbers, which are whole unless stated otherwise. */
export const settingBounds = {
  zoomScale: { min: 1.25, max: 5, fractions: true },
  contestationsAllowedDays: { min: 1, max: 365 },
  recordingRetentionDays: { min: 30, max: 3650 },
  importRetentionDays: { min: 1, max: 3650 },
  /** A reminder must not be sent again because the first one was deleted. */
  mailRetentionDays: { min: 30, max: 3650 },
  signInRetentionDays: { min: 1, max: 365 },
  reasonRetentionDays: { min: 30, max: 36_500 },
  identityRetentionDays: { min: 0, max: 36_500 },
  /** From a minute to a week. */
  tokenExpirationMinutes: { min: 1, max: 7 * 24 * 60 },
  smtpPort: { min: 1, max: 65_535 },
  questionMaxAnswers: { min: 3, max: maxAnswers },
  questionMinComplexAnswers: { min: 2, max: maxAnswers },
  questionMaxComplexAnswers: { min: 2, max: maxAnswers },
} as const satisfies Record<
  NumberSetting,
  { readonly min: number; readonly max: number; readonly fractions?: true }
>;

function boundsProblems(settings: ProductSettings, name: NumberSetting): FieldProblem[] {
  const { min, max } = settingBounds[name];
  const value = settings[name];
  const fits = 'fractions' in settingBounds[name] ? Number.isFinite : Number.isInteger;
  if (!fits(value)) return [problem(name, 'validation.integer')];
  if (value < min) return [problem(name, 'validation.min', { min })];
  return value > max ? [problem(name, 'validation.max', { max })] : [];
}

/** Settings that are validated together. */
const answerCounts = [
  'questionMinComplexAnswers',
  'questionMaxComplexAnswers',
  'questionMaxAnswers',
] as const satisfies readonly NumberSetting[];

/** The problems of settings validated together: numbers within their bounds, and 2 ≤ min ≤ max < questionMaxAnswers. */
export function settingsProblems(settings: ProductSettings): FieldProblem[] {
  const numbers = (Object.keys(settingBounds) as NumberSetting[]).flatMap((name) =>
    boundsProblems(settings, name),
  );
  if (answerCounts.some((name) => numbers.some(({ path }) => path === name))) return numbers;
  const {
    questionMinComplexAnswers: minComplex,
    questionMaxComplexAnswers: maxComplex,
    questionMaxAnswers,
  } = settings;
  const answers = [
    maxComplex < minComplex && problem('questionMaxComplexAnswers', 'validation.min', { min: minComplex }),
    questionMaxAnswers <= maxComplex &&
      problem('questionMaxAnswers', 'validation.min', { min: maxComplex + 1 }),
  ];
  return [...numbers, ...answers.filter((found) => found !== false)];
}

/**
 * An optional `address@`, labels of letters and digits separated by dots or hyphens, and a top level of letters
 * (UX-18).
 */
const smtpHostPattern = /^(?:[!-?A-~]+@)?[a-z0-9]+(?:[.-][a-z0-9]+)*\.[a-z]{2,}$/i;

/** Splits a text into addresses at commas, semicolons, spaces or line breaks. */
export const addressesOf = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((address) => address !== '');

const isEmail = (text: string) => emailPattern.test(text);

const textRules: Partial<Record<SettingName, (text: string) => FieldProblem[]>> = {
  smtpHost: (text) =>
    text === '' || smtpHostPattern.test(text) ? [] : [problem('smtpHost', 'validation.smtpHost')],
  smtpSender: (text) => (text === '' || isEmail(text) ? [] : [problem('smtpSender', 'validation.email')]),
  deanEmails: (text) => {
    const wrong = addressesOf(text).find((address) => !isEmail(address));
    return wrong === undefined ? [] : [problem('deanEmails', 'settings.wrongAddress', { address: wrong })];
  },
};

/**
 * What prevents a change from being saved. Numbers are validated together with the unchanged ones. Texts are validated
 * only if they change, so that a text stored before its rule existed does not block other changes.
 */
export function changeProblems(
  current: ProductSettings,
  changes: Readonly<Partial<ProductSettings>>,
): FieldProblem[] {
  const texts = (Object.keys(changes) as SettingName[]).flatMap(
    (name) => textRules[name]?.(String(changes[name])) ?? [],
  );
  return [...settingsProblems({ ...current, ...changes }), ...texts];
}

/** The settings in force: stored values that are valid, otherwise the defaults. */
export function effectiveSettings(stored: Readonly<Record<string, unknown>>): ProductSettings {
  const usable = settingNames.filter((name) => typeof stored[name] === typeof defaultSettings[name]);
  const taken = { ...defaultSettings, ...Object.fromEntries(usable.map((name) => [name, stored[name]])) };
  const wrong = new Set(settingsProblems(taken).map(({ path }) => path));
  if (answerCounts.some((name) => wrong.has(name))) for (const name of answerCounts) wrong.add(name);
  const valid = usable.filter((name) => !wrong.has(name));
  return { ...defaultSettings, ...Object.fromEntries(valid.map((name) => [name, stored[name]])) };
}

/** The stored settings that are not in force because their value is invalid, for reporting. */
export function unusableSettings(stored: Readonly<Record<string, unknown>>): SettingName[] {
  const effective = effectiveSettings(stored);
  return settingNames.filter((name) => stored[name] !== undefined && stored[name] !== effective[name]);
}

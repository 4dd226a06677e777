import { type FieldProblem, problem } from './errors.ts';
import { mostAnswers } from './question-bank/question-draft.ts';

/** What an administrator may change at run time, with what holds until they do (spec section 3, CONF-2). */
export const defaultSettings = {
  allowExams: true,
  allowExamPreview: true,
  questionRadioSimple: true,
  displayFullExam: false,
  /** Signs a student out some time after the results are shown (EXAM-13). */
  examApplicationMode: false,
  allowContestations: true,
  contestationsAllowedDays: 3,
  teacherContests: true,
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
  allowOverlappingSession: false,
  markSingle: false,
} as const;

type Widened<T> = T extends boolean ? boolean : T extends number ? number : string;

export type SettingName = keyof typeof defaultSettings;
export type ProductSettings = { readonly [N in SettingName]: Widened<(typeof defaultSettings)[N]> };

const settingNames = Object.keys(defaultSettings) as SettingName[];

/** The settings that are kept apart from the others: written, never shown (CONF-1). */
export const secretSettings = ['smtpPassword'] as const satisfies readonly SettingName[];

/** Whole numbers within bounds; a value outside of them is a typing error or worse. */
const bounds = {
  contestationsAllowedDays: { min: 1, max: 365 },
  /** From a minute to a week. */
  tokenExpirationMinutes: { min: 1, max: 7 * 24 * 60 },
  smtpPort: { min: 1, max: 65_535 },
  questionMaxAnswers: { min: 3, max: mostAnswers },
  questionMinComplexAnswers: { min: 2, max: mostAnswers },
  questionMaxComplexAnswers: { min: 2, max: mostAnswers },
} as const;
type NumberSetting = keyof typeof bounds;

function boundsProblems(settings: ProductSettings, name: NumberSetting): FieldProblem[] {
  const { min, max } = bounds[name];
  const value = settings[name];
  if (!Number.isInteger(value)) return [problem(name, 'validation.integer')];
  if (value < min) return [problem(name, 'validation.min', { min })];
  return value > max ? [problem(name, 'validation.max', { max })] : [];
}

/** Settings that are right or wrong only together. */
const answerCounts = [
  'questionMinComplexAnswers',
  'questionMaxComplexAnswers',
  'questionMaxAnswers',
] as const satisfies readonly NumberSetting[];

/** What is wrong with settings taken together: numbers within their bounds, and 2 ≤ min ≤ max < questionMaxAnswers. */
export function settingsProblems(settings: ProductSettings): FieldProblem[] {
  const numbers = (Object.keys(bounds) as NumberSetting[]).flatMap((name) => boundsProblems(settings, name));
  if (answerCounts.some((name) => numbers.some(({ path }) => path === name))) return numbers;
  const { questionMinComplexAnswers: fewest, questionMaxComplexAnswers: most, questionMaxAnswers } = settings;
  const answers = [
    most < fewest && problem('questionMaxComplexAnswers', 'validation.min', { min: fewest }),
    questionMaxAnswers <= most && problem('questionMaxAnswers', 'validation.min', { min: most + 1 }),
  ];
  return [...numbers, ...answers.filter((found) => found !== false)];
}

/** The settings in force: what is stored where it is of the right kind and within its bounds, the defaults for the rest. */
export function settingsInForce(stored: Readonly<Record<string, unknown>>): ProductSettings {
  const usable = settingNames.filter((name) => typeof stored[name] === typeof defaultSettings[name]);
  const taken = { ...defaultSettings, ...Object.fromEntries(usable.map((name) => [name, stored[name]])) };
  const wrong = new Set(settingsProblems(taken).map(({ path }) => path));
  if (answerCounts.some((name) => wrong.has(name))) for (const name of answerCounts) wrong.add(name);
  const kept = usable.filter((name) => !wrong.has(name));
  return { ...defaultSettings, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) };
}

/** The stored settings that are not in force because their value cannot be; someone has to be told. */
export function unusableSettings(stored: Readonly<Record<string, unknown>>): SettingName[] {
  const inForce = settingsInForce(stored);
  return settingNames.filter((name) => stored[name] !== undefined && stored[name] !== inForce[name]);
}

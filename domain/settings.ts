import { type FieldProblem, problem } from './errors.ts';

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

/** The settings in force: what is stored where it is of the right kind, the defaults for the rest. */
export function settingsInForce(stored: Readonly<Record<string, unknown>>): ProductSettings {
  const usable = settingNames.filter((name) => typeof stored[name] === typeof defaultSettings[name]);
  return { ...defaultSettings, ...Object.fromEntries(usable.map((name) => [name, stored[name]])) };
}

const positive = ['contestationsAllowedDays', 'tokenExpirationMinutes', 'smtpPort'] as const;

/** What is wrong with settings taken together: whole positive numbers, and 2 ≤ min ≤ max < questionMaxAnswers. */
export function settingsProblems(settings: ProductSettings): FieldProblem[] {
  const numbers = positive
    .filter((name) => !Number.isInteger(settings[name]) || settings[name] < 1)
    .map((name) => problem(name, 'validation.min', { min: 1 }));
  const { questionMinComplexAnswers: fewest, questionMaxComplexAnswers: most, questionMaxAnswers } = settings;
  const answers = [
    fewest < 2 && problem('questionMinComplexAnswers', 'validation.min', { min: 2 }),
    most < fewest && problem('questionMaxComplexAnswers', 'validation.min', { min: fewest }),
    questionMaxAnswers <= most && problem('questionMaxAnswers', 'validation.min', { min: most + 1 }),
  ];
  return [...numbers, ...answers.filter((found) => found !== false)];
}

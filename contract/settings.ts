import { z } from 'zod';
import { defaultSettings, type SettingName, settingNames } from '#domain/settings.ts';
import { defineCall } from './call.ts';
import './problems.ts';

/** What the screens need at start; fetched once and cached. */
export const applicationUiSettings = defineCall({
  method: 'GET',
  path: 'applicationUiSettings',
  summary: 'Get the settings the screens depend on',
  access: 'public',
  response: z.strictObject({
    allowExams: z.boolean(),
    allowExamPreview: z.boolean(),
    questionRadioSimple: z.boolean(),
    displayFullExam: z.boolean(),
    examApplicationMode: z.boolean(),
    /** The zoom factor of images. */
    zoomScale: z.number(),
    /** Whether the mark of a simple question has a star. */
    markSingle: z.boolean(),
    /** The build version shown in the footer. */
    ip: z.string(),
  }),
  workload: 'signIn',
  refusals: [],
});
export type ApplicationUiSettings = z.output<typeof applicationUiSettings.response>;

/** Enough for every text; the dean's office addresses are the longest. */
const maxTextLength = 5000;

type ValueSchema<N extends SettingName> = (typeof defaultSettings)[N] extends boolean
  ? z.ZodBoolean
  : (typeof defaultSettings)[N] extends number
    ? z.ZodNumber
    : z.ZodString;

const schemas = { boolean: z.boolean(), number: z.number(), string: z.string().trim().max(maxTextLength) };
const values = Object.fromEntries(
  settingNames.map((name) => [
    name,
    // A password may begin or end with a blank.
    name === 'smtpPassword'
      ? z.string().max(maxTextLength)
      : schemas[typeof defaultSettings[name] as keyof typeof schemas],
  ]),
) as { readonly [N in SettingName]: ValueSchema<N> };

const shownValues = z.strictObject(values).omit({ smtpPassword: true });

/** Details shown to an administrator next to the values. */
const details = z.strictObject({
  defaults: shownValues,
  /** Who changed a setting last, and when; `id` increases with every change. Absent if it was never changed. */
  changes: z.partialRecord(
    z.enum(settingNames),
    z.strictObject({ id: z.int(), by: z.string().nullable(), at: z.string() }),
  ),
  /** Values from the server's environment, which complement or override the settings. */
  environment: z.strictObject({
    mail: z.boolean(),
    directory: z.boolean(),
    deanEmails: z.array(z.string()),
  }),
  /** How many official exams are running now. */
  runningExams: z.int(),
});

const settings = shownValues.extend({
  /** Whether a mail server password is stored; it is never shown. */
  smtpPasswordSet: z.boolean(),
  details,
});
export type Settings = z.output<typeof settings>;

/** The settings to change; details from the response are accepted and ignored. */
const settingsChange = z
  .strictObject(values)
  .partial()
  .extend({
    smtpPasswordSet: z.unknown().optional(),
    details: z.unknown().optional(),
    /**
     * The `id` of the last change of each setting that the author has seen, 0 for none; a newer change is not
     * overwritten.
     */
    seen: z.partialRecord(z.enum(settingNames), z.int()).optional(),
  });
export type SettingsChange = z.input<typeof settingsChange>;

export const readSettings = defineCall({
  method: 'GET',
  path: 'settings',
  summary: 'Get all settings with their defaults and last changes, without secrets',
  access: 'settings.manage',
  response: settings,
  refusals: [],
});

export const changeSettings = defineCall({
  method: 'PUT',
  path: 'settings',
  summary: 'Change settings; omitted ones stay as they are',
  access: 'settings.manage',
  body: settingsChange,
  response: settings,
  refusals: ['settings.changed', 'account.sitting'],
});

export const testMail = defineCall({
  method: 'POST',
  path: 'settings/testMail',
  summary: 'Send a test message to the caller through the configured mail server',
  access: 'settings.manage',
  response: z.strictObject({ to: z.string() }),
  refusals: ['settings.mailMissing', 'settings.mailFailed'],
});

export const testDirectory = defineCall({
  method: 'POST',
  path: 'settings/testDirectory',
  summary: 'Look up the caller’s address in the directory, as a sign-in would',
  access: 'settings.manage',
  response: z.strictObject({ address: z.string(), known: z.boolean() }),
  refusals: ['settings.directoryMissing', 'settings.directoryFailed'],
});

import type { Settings, SettingsChange } from '#contract/settings.ts';
import { type FieldProblem, problem } from '#domain/errors.ts';
import {
  changeProblems,
  defaultSettings,
  type ProductSettings,
  type SettingGroup,
  type SettingName,
  settingGroups,
} from '#domain/settings.ts';

/** The value of a setting as typed; an empty number is undefined. */
export type SettingValue = boolean | number | string;

/** Unsaved changes. An empty `smtpPassword` removes the stored one; without an entry the stored one is kept. */
export type Draft = Readonly<Partial<Record<SettingName, SettingValue>>>;

export const storedValue = (settings: Settings, name: SettingName): SettingValue =>
  name === 'smtpPassword' ? '' : settings[name];

export const currentValue = (settings: Settings, draft: Draft, name: SettingName): SettingValue =>
  draft[name] ?? storedValue(settings, name);

export const isDefault = (settings: Settings, name: SettingName): boolean =>
  name === 'smtpPassword' ? !settings.smtpPasswordSet : settings[name] === defaultSettings[name];

/** The draft with one value set; a value equal to the stored one is not a change. */
export function withValue(settings: Settings, draft: Draft, name: SettingName, value: SettingValue): Draft {
  const { [name]: _, ...others } = draft;
  const same = name === 'smtpPassword' ? value === '' : value === storedValue(settings, name);
  return same ? others : { ...others, [name]: value };
}

export const withoutPassword = (draft: Draft): Draft => ({ ...draft, smtpPassword: '' });

export function withoutValues(draft: Draft, names: readonly SettingName[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name as SettingName)));
}

/** The changed settings of a group, in screen order. */
export const changedIn = (draft: Draft, group: SettingGroup): readonly SettingName[] =>
  settingGroups[group].filter((name) => draft[name] !== undefined);

const isEmptyNumber = (name: SettingName, value: SettingValue | undefined) =>
  typeof defaultSettings[name] === 'number' && value === '';

/** What prevents a draft from being saved; the server applies the same rules. */
export function problemsOf(settings: Settings, draft: Draft): readonly FieldProblem[] {
  const names = Object.keys(draft) as SettingName[];
  const empty = names.filter((name) => isEmptyNumber(name, draft[name]));
  const { smtpPasswordSet: _, details: __, ...values } = settings;
  const current: ProductSettings = { ...values, smtpPassword: '' };
  const rest = withoutValues(draft, empty) as Partial<ProductSettings>;
  return [...empty.map((name) => problem(name, 'validation.required')), ...changeProblems(current, rest)];
}

const lastChangeOf = (settings: Settings, name: SettingName): number =>
  settings.details.changes[name]?.id ?? 0;

/** The request that saves some settings: their values, and the last change of each that the author has seen. */
export function settingsBodyOf(
  settings: Settings,
  draft: Draft,
  names: readonly SettingName[],
): SettingsChange {
  return {
    ...(Object.fromEntries(names.map((name) => [name, draft[name]])) as Partial<ProductSettings>),
    seen: Object.fromEntries(names.map((name) => [name, lastChangeOf(settings, name)])),
  };
}

/** The drafted settings that another administrator changed between two fetches. */
export const changedMeanwhile = (
  before: Settings,
  after: Settings,
  names: readonly SettingName[],
): readonly SettingName[] => names.filter((name) => lastChangeOf(after, name) > lastChangeOf(before, name));

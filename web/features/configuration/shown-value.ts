import type { Settings } from '#contract/settings.ts';
import { addressesOf, defaultSettings, type SettingName } from '#domain/settings.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage, t } from '#web/base/i18n.ts';
import { type Draft, type SettingValue, storedValue } from './settings-form.ts';

/** Formats a value for display: on, off, a number or a text. */
function inWords(name: SettingName, value: SettingValue): string {
  if (typeof value === 'boolean') return t(value ? 'configuration.on' : 'configuration.off');
  if (typeof value === 'number') return formatNumber(value, currentLanguage());
  if (value === '') return t('configuration.empty');
  return name === 'deanEmails' ? addressesOf(value).join(', ') : value;
}

export const defaultInWords = (name: SettingName): string => inWords(name, defaultSettings[name]);

export function storedInWords(settings: Settings, name: SettingName): string {
  if (name !== 'smtpPassword') return inWords(name, storedValue(settings, name));
  return t(settings.smtpPasswordSet ? 'configuration.passwordStored' : 'configuration.passwordNone');
}

export function draftInWords(draft: Draft, name: SettingName): string {
  const value = draft[name] ?? '';
  if (name !== 'smtpPassword') return inWords(name, value);
  return t(value === '' ? 'configuration.passwordRemoved' : 'configuration.passwordNew');
}

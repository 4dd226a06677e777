import { Button, NumberInput, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/settings.ts';
import { type NumberSetting, type SettingName, settingBounds } from '#domain/settings.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import classes from './configuration.module.css';
import { currentValue } from './settings-form.ts';
import type { SettingsEditor } from './use-settings-editor.ts';

type SettingControlProps = {
  readonly name: SettingName;
  readonly settings: Settings;
  readonly editor: SettingsEditor;
  readonly error: string | undefined;
};

export const fieldId = (name: SettingName) => `setting-${name}`;
export const helpId = (name: SettingName) => `setting-${name}-help`;

const decimalSeparator = () => (currentLanguage() === 'en' ? '.' : ',');
const isNumber = (name: SettingName): name is NumberSetting => name in settingBounds;

/** Directory sign-in cannot be turned on without a directory; it can always be turned off. */
const isLocked = (name: SettingName, settings: Settings) =>
  (name === 'ldapForTeachers' || name === 'ldapForStudents') &&
  !settings.details.environment.directory &&
  !settings[name];

function PasswordControl({ settings, editor, error }: SettingControlProps) {
  const { t } = useTranslation();
  const value = editor.draft.smtpPassword;
  return (
    <div className={classes.wide}>
      <PasswordInput
        id={fieldId('smtpPassword')}
        aria-describedby={helpId('smtpPassword')}
        autoComplete="new-password"
        placeholder={t(
          value === ''
            ? 'configuration.passwordRemoved'
            : settings.smtpPasswordSet
              ? 'configuration.passwordStored'
              : 'configuration.passwordNone',
        )}
        value={String(value ?? '')}
        onChange={(event) => editor.set('smtpPassword', event.currentTarget.value)}
        error={error}
      />
      {settings.smtpPasswordSet && value !== '' && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={editor.removePassword}>
          {t('configuration.removePassword')}
        </Button>
      )}
    </div>
  );
}

/** The input of one setting: a switch, a number, a text or a list of addresses. */
export function SettingControl(props: SettingControlProps) {
  const { name, settings, editor, error } = props;
  const value = currentValue(settings, editor.draft, name);
  const shared = { id: fieldId(name), 'aria-describedby': helpId(name), error };
  if (name === 'smtpPassword') return <PasswordControl {...props} />;
  if (typeof value === 'boolean')
    return (
      <Switch
        {...shared}
        checked={value}
        disabled={isLocked(name, settings)}
        onChange={(event) => editor.set(name, event.currentTarget.checked)}
      />
    );
  if (isNumber(name)) {
    const { min, max, ...kind } = settingBounds[name];
    return (
      <NumberInput
        {...shared}
        className={classes.number}
        value={value}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={'fractions' in kind}
        step={'fractions' in kind ? 0.25 : 1}
        decimalSeparator={decimalSeparator()}
        onChange={(typed) =>
          editor.set(name, typeof typed === 'number' || typed === '' ? typed : Number(typed))
        }
      />
    );
  }
  const typed = (event: { readonly currentTarget: { readonly value: string } }) =>
    editor.set(name, event.currentTarget.value);
  return name === 'deanEmails' ? (
    <Textarea
      {...shared}
      className={classes.wide}
      rows={4}
      spellCheck={false}
      value={String(value)}
      onChange={typed}
    />
  ) : (
    <TextInput
      {...shared}
      className={classes.wide}
      spellCheck={false}
      value={String(value)}
      onChange={typed}
    />
  );
}

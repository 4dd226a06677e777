import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/settings.ts';
import type { SettingName } from '#domain/settings.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import classes from './configuration.module.css';
import { fieldId, helpId, SettingControl } from './setting-control.tsx';
import { isDefault } from './settings-form.ts';
import { defaultInWords } from './shown-value.ts';
import type { SettingsEditor } from './use-settings-editor.ts';

type SettingRowProps = {
  readonly name: SettingName;
  readonly settings: Settings;
  readonly editor: SettingsEditor;
};

function History({ name, settings }: Omit<SettingRowProps, 'editor'>) {
  const { t } = useTranslation();
  const change = settings.details.changes[name];
  const at = change && formatDateTime(change.at);
  const parts = [
    ...(name === 'smtpPassword' ? [] : [t('configuration.standard', { value: defaultInWords(name) })]),
    ...(change && at
      ? [
          change.by
            ? t('configuration.changedBy', { name: change.by, at })
            : t('configuration.changedAt', { at }),
        ]
      : []),
  ];
  return <p className={classes.history}>{parts.join(' · ')}</p>;
}

/** One setting: what it changes and for whom, its input, its default and its last author. */
export function SettingRow({ name, settings, editor }: SettingRowProps) {
  const { t } = useTranslation();
  const problem = editor.problems.find(({ path }) => path === name);
  const unsaved = editor.draft[name] !== undefined;
  const { deanEmails } = settings.details.environment;
  return (
    <li className={classes.setting} data-unsaved={unsaved || undefined}>
      <div className={classes.words}>
        <div className={classes.nameRow}>
          <label htmlFor={fieldId(name)} className={classes.name}>
            {t(`settingName.${name}`)}
          </label>
          {unsaved ? (
            <Badge color="gold">{t('configuration.unsaved')}</Badge>
          ) : (
            !isDefault(settings, name) && <Badge color="brand">{t('configuration.differs')}</Badge>
          )}
        </div>
        <p id={helpId(name)} className={classes.help}>
          {t(`settingHelp.${name}`)}
        </p>
        {name === 'deanEmails' && deanEmails.length > 0 && (
          <p className={classes.help}>
            {t('configuration.fromEnvironment', { addresses: deanEmails.join(', ') })}
          </p>
        )}
        <History name={name} settings={settings} />
      </div>
      <div className={classes.control}>
        <SettingControl
          name={name}
          settings={settings}
          editor={editor}
          error={problem && textOfCode(problem.error, problem.params)}
        />
      </div>
    </li>
  );
}

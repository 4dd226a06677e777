import { Alert, VisuallyHidden } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/settings.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { type SettingGroup, settingGroups } from '#domain/settings.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { InfoIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './configuration.module.css';
import { ConflictPanel } from './conflict-panel.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { SaveBar } from './save-bar.tsx';
import { fieldId } from './setting-control.tsx';
import { SettingRow } from './setting-row.tsx';
import { sendTestMail, tryDirectory } from './settings-calls.ts';
import { changedIn } from './settings-form.ts';
import { type SettingsEditor, useSettingsEditor } from './use-settings-editor.ts';

const groups = Object.keys(settingGroups) as SettingGroup[];
const isGroup = (text: string | undefined): text is SettingGroup => groups.includes(text as SettingGroup);

function GroupList({ open, editor }: { readonly open: SettingGroup; readonly editor: SettingsEditor }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.groups} aria-label={t('configuration.groups')} data-tour="settings-groups">
      <ul>
        {groups.map((group) => (
          <li key={group}>
            <ScreenLink
              href={addressOf('Configuration', { group })}
              className={classes.group}
              aria-current={group === open ? 'page' : undefined}
            >
              {t(`settingGroup.${group}`)}
              {changedIn(editor.draft, group).length > 0 && (
                <span className={classes.unsavedDot}>
                  <VisuallyHidden>{t('configuration.unsavedGroup')}</VisuallyHidden>
                </span>
              )}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What the server's environment says about a group. */
function EnvironmentNote({ group, settings }: { readonly group: SettingGroup; readonly settings: Settings }) {
  const { t } = useTranslation();
  const { environment } = settings.details;
  const note =
    group === 'mail' && environment.mail
      ? t('configuration.mailFromEnvironment')
      : group === 'signIn' && !environment.directory
        ? t('configuration.noDirectory')
        : undefined;
  return note === undefined ? null : (
    <Alert color="brand" variant="light" icon={<InfoIcon />} mb="md">
      {note}
    </Alert>
  );
}

function GroupTest({ group, settings, editor }: Parameters<typeof SaveBar>[0]) {
  const { t } = useTranslation();
  const disabled = changedIn(editor.draft, group).length > 0;
  if (group === 'mail')
    return (
      <ConnectionTest
        key={group}
        label={t('configuration.testMail')}
        disabled={disabled}
        run={async () => t('configuration.mailSent', await sendTestMail())}
      />
    );
  if (group !== 'signIn' || !settings.details.environment.directory) return null;
  return (
    <ConnectionTest
      key={group}
      label={t('configuration.testDirectory')}
      disabled={disabled}
      run={async () => {
        const { address, known } = await tryDirectory();
        return t(known ? 'configuration.directoryKnows' : 'configuration.directoryAnswers', { address });
      }}
    />
  );
}

/** The groups in a sidebar and the settings of the selected group; each group is saved as a whole. */
export function ConfigurationEditor({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const editor = useSettingsEditor(settings);
  const requestedGroup = useScreenAddress('Configuration').query.group;
  const group = isGroup(requestedGroup) ? requestedGroup : 'exams';
  const names = settingGroups[group];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = names.find((name) => editor.problems.some(({ path }) => path === name));
    if (wrong) document.getElementById(fieldId(wrong))?.focus();
    else if (!editor.saving && changedIn(editor.draft, group).length > 0) void editor.save(group);
  };
  const { conflict } = editor;
  const shows = conflict?.names.some((name) => (names as readonly string[]).includes(name));
  return (
    <div className={classes.layout}>
      <GroupList open={group} editor={editor} />
      <form className={classes.panel} noValidate autoComplete="off" onSubmit={submit}>
        <h2 className={classes.heading}>{t(`settingGroup.${group}`)}</h2>
        <EnvironmentNote group={group} settings={settings} />
        {conflict && shows && (
          <ConflictPanel conflict={conflict} group={group} settings={settings} editor={editor} />
        )}
        <ul className={classes.settings} data-tour="settings">
          {names.map((name) => (
            <SettingRow key={name} name={name} settings={settings} editor={editor} />
          ))}
        </ul>
        <GroupTest group={group} settings={settings} editor={editor} />
        <SaveBar group={group} settings={settings} editor={editor} />
      </form>
    </div>
  );
}

import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/settings.ts';
import type { SettingGroup } from '#domain/settings.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import { draftInWords, storedInWords } from './shown-value.ts';
import type { Conflict, SettingsEditor } from './use-settings-editor.ts';

type ConflictPanelProps = {
  readonly conflict: Conflict;
  readonly group: SettingGroup;
  readonly settings: Settings;
  readonly editor: SettingsEditor;
};

/**
 * Shown when another administrator saved the same settings: the stored values, the typed values and a choice between
 * them.
 */
export function ConflictPanel({ conflict, group, settings, editor }: ConflictPanelProps) {
  const { t } = useTranslation();
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<WarningIcon />}
      title={t('configuration.conflictTitle')}
      role="alert"
      mb="md"
    >
      <p>{textOfCode('settings.changed', { by: conflict.by })}</p>
      <ul>
        {conflict.names.map((name) => (
          <li key={name}>
            {t('configuration.conflictLine', {
              name: t(`settingName.${name}`),
              theirs: storedInWords(settings, name),
              mine: draftInWords(editor.draft, name),
            })}
          </li>
        ))}
      </ul>
      <Group gap="sm" mt="sm">
        <Button loading={editor.saving} onClick={() => void editor.save(group)}>
          {t('configuration.saveMine')}
        </Button>
        <Button variant="default" onClick={() => editor.discard(conflict.names)}>
          {t('configuration.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}

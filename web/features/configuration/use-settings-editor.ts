import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/settings.ts';
import type { FieldProblem } from '#domain/errors.ts';
import type { SettingGroup, SettingName } from '#domain/settings.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { useLeaveGuard } from '#web/ui/leave-guard.ts';
import { useSettingsWriter } from './settings-calls.ts';
import {
  changedIn,
  changedMeanwhile,
  type Draft,
  problemsOf,
  type SettingValue,
  settingsBodyOf,
  withoutPassword,
  withoutValues,
  withValue,
} from './settings-form.ts';

/** What another administrator saved while this page was open, and who it was. */
export type Conflict = { readonly by: string; readonly names: readonly SettingName[] };

/** Unsaved values of all groups. They survive switching groups, a refusal and a conflict. */
export function useSettingsEditor(settings: Settings) {
  const { t } = useTranslation();
  const writer = useSettingsWriter();
  const [draft, setDraft] = useState<Draft>({});
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const [conflict, setConflict] = useState<Conflict>();
  const [saving, setSaving] = useState(false);
  const hasUnsaved = useRef(false);
  hasUnsaved.current = Object.keys(draft).length > 0;
  useLeaveGuard(() => hasUnsaved.current, t('configuration.leaveText'));

  const change = (next: Draft) => {
    setRefused([]);
    setDraft(next);
  };

  const save = async (group: SettingGroup): Promise<void> => {
    const names = changedIn(draft, group);
    setSaving(true);
    try {
      await writer.save(settingsBodyOf(settings, draft, names));
      setDraft((current) => withoutValues(current, names));
      setConflict(undefined);
      notifySuccess(t('configuration.saved'), t(`settingGroup.${group}`));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'settings.changed') {
        const fresh = await writer.readAgain();
        setConflict({ by: String(error.params.by), names: changedMeanwhile(settings, fresh, names) });
        return;
      }
      notifyError([t('configuration.notSaved'), ...textsOfError(error)].join(' '));
      if (error instanceof ApiError) setRefused(error.errors);
    } finally {
      setSaving(false);
    }
  };

  const discard = (names: readonly SettingName[]) => {
    change(withoutValues(draft, names));
    setConflict(undefined);
  };

  return {
    draft,
    conflict,
    saving,
    problems: [...problemsOf(settings, draft), ...refused],
    set: (name: SettingName, value: SettingValue) => change(withValue(settings, draft, name, value)),
    removePassword: () => change(withoutPassword(draft)),
    save,
    discard,
  };
}

export type SettingsEditor = ReturnType<typeof useSettingsEditor>;

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/settings.ts';
import { type SettingGroup, type SettingName, settingGroups } from '#domain/settings.ts';
import classes from './configuration.module.css';
import { changedIn } from './settings-form.ts';
import { draftInWords, storedInWords } from './shown-value.ts';
import type { SettingsEditor } from './use-settings-editor.ts';

type SaveBarProps = {
  readonly group: SettingGroup;
  readonly settings: Settings;
  readonly editor: SettingsEditor;
};

/** What changing each setting affects, and what it does not. */
const affects = {
  allowExams: 'allowExams',
  displayFullExam: 'screens',
  questionRadioSimple: 'screens',
  markSingle: 'screens',
  zoomScale: 'screens',
  examApplicationMode: 'screens',
  allowOverlappingSession: 'sessions',
  questionMaxAnswers: 'papers',
  questionMinComplexAnswers: 'papers',
  questionMaxComplexAnswers: 'papers',
  allowExamPreview: 'preview',
  allowContestations: 'contests',
  contestationsAllowedDays: 'contests',
  teacherContests: 'resolving',
  recordingRetentionDays: 'recordings',
  importRetentionDays: 'kept',
  mailRetentionDays: 'kept',
  signInRetentionDays: 'kept',
  reasonRetentionDays: 'kept',
  identityRetentionDays: 'erasing',
  tokenExpirationMinutes: 'signIns',
  ldapForTeachers: 'directory',
  ldapForStudents: 'directory',
  deanEmails: 'dean',
  smtpHost: 'mail',
  smtpPort: 'mail',
  smtpSsl: 'mail',
  smtpSender: 'mail',
  smtpUser: 'mail',
  smtpPassword: 'mail',
} as const satisfies Record<SettingName, string>;

/** The pending changes of a group, what they affect, and the button that saves them together. */
export function SaveBar({ group, settings, editor }: SaveBarProps) {
  const { t } = useTranslation();
  const names = changedIn(editor.draft, group);
  if (names.length === 0) return null;
  const consequences = new Set(names.map((name) => affects[name]));
  // The page of a running exam reads these settings again when it is opened again.
  const running = consequences.has('screens') ? 'configuration.runningFollows' : 'configuration.running';
  const { runningExams } = settings.details;
  // A change can invalidate a setting that was not touched, so all are validated together.
  const ofGroup: readonly string[] = settingGroups[group];
  const wrong = editor.problems.some(({ path }) => ofGroup.includes(path));
  return (
    <section className={classes.saveBar} aria-label={t('configuration.changes', { count: names.length })}>
      <ul className={classes.changes}>
        {names.map((name) => (
          <li key={name}>
            {t(`settingName.${name}`)}
            {t('common.colon')} <s>{storedInWords(settings, name)}</s>{' '}
            <strong>{draftInWords(editor.draft, name)}</strong>
          </li>
        ))}
      </ul>
      <div className={classes.consequences}>
        {[...consequences].map((consequence) => (
          <p key={consequence}>{t(`settingAffects.${consequence}`)}</p>
        ))}
        {runningExams > 0 && <p>{t(running, { count: runningExams })}</p>}
      </div>
      <div className={classes.saveActions}>
        <Button variant="default" onClick={() => editor.discard(names)} disabled={editor.saving}>
          {t('configuration.discard')}
        </Button>
        <Button type="submit" loading={editor.saving} disabled={wrong}>
          {t('configuration.save', { group: t(`settingGroup.${group}`) })}
        </Button>
      </div>
    </section>
  );
}

import { auditValues as enValues } from './en/audit-values.ts';
import { auditWords as enWords } from './en/audit-words.ts';
import { settingName as enSettings } from './en/setting-names.ts';
import { auditValues as frValues } from './fr/audit-values.ts';
import { auditWords as frWords } from './fr/audit-words.ts';
import { settingName as frSettings } from './fr/setting-names.ts';
import type { Language } from './languages.ts';
import { type AuditWord, type LogArea, type LogText, logText } from './log-text.ts';
import { auditValues as roValues } from './ro/audit-values.ts';
import { auditWords as roWords } from './ro/audit-words.ts';
import { settingName as roSettings } from './ro/setting-names.ts';

type Catalogue = Readonly<Record<LogArea, Readonly<Record<string, string>>>> & {
  readonly auditWords: Readonly<Record<AuditWord, string>>;
};

/** The texts of the audit log in every language, for files; a page loads only its own. */
export const logCatalogues: Readonly<Record<Language, Catalogue>> = {
  ro: { auditWords: roWords, auditValues: roValues, settingName: roSettings },
  en: { auditWords: enWords, auditValues: enValues, settingName: enSettings },
  fr: { auditWords: frWords, auditValues: frValues, settingName: frSettings },
};

/** The texts of log entries in a language. */
export const logTextIn = (language: Language): LogText =>
  logText((area, name) => logCatalogues[language][area][name]);

import { administration } from './administration.ts';
import { auditValues } from './audit-values.ts';
import { auditWords } from './audit-words.ts';
import { privacy } from './privacy.ts';
import { records } from './records.ts';
import { settingName } from './setting-names.ts';
import { studentPage } from './student-page.ts';

/** The English texts that come with the administration and a student’s page. */
export const administrationPage = {
  administration,
  auditValues,
  auditWords,
  privacy,
  records,
  settingName,
  studentPage,
};

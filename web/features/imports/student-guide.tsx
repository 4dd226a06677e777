import { useTranslation } from 'react-i18next';
import { headingOf, studentColumns } from '#domain/imports/students/student-columns.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import classes from './import-guide.module.css';

/** The columns of a student file and how they are parsed. */
export function StudentGuide() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="student-guide" className={classes.guide}>
      <h2 id="student-guide" className={classes.heading}>
        {t('studentImport.guide')}
      </h2>
      <p className={classes.note}>
        {studentColumns.map((column) => headingOf(column, currentLanguage())).join(' · ')}
      </p>
      <p className={classes.note}>{t('studentImport.guideText')}</p>
    </section>
  );
}

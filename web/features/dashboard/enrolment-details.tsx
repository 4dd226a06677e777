import { useTranslation } from 'react-i18next';
import type { Profile } from '#web/base/sign-in-state.ts';
import classes from './dashboard.module.css';

/** The student's enrolment according to their sign-in; unknown fields are left out. */
export function EnrolmentDetails({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const details = [
    [t('dashboard.enrolmentCollege'), profile.collegeName],
    [t('dashboard.enrolmentSection'), profile.sectionName],
    [t('dashboard.enrolmentSeries'), profile.seriesName],
    [t('dashboard.enrolmentGroup'), profile.groupeNumber],
    [t('dashboard.enrolmentYear'), profile.year],
    [t('dashboard.enrolmentLanguage'), profile.language],
  ] as const;
  return (
    <section className={classes.enrolment} aria-labelledby="enrolment">
      <h2 id="enrolment" className={classes.heading}>
        {t('dashboard.enrolment')}
      </h2>
      <dl className={classes.details}>
        {details
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label} className={classes.detail}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

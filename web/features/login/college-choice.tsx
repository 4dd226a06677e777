import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginData } from '#contract/auth.ts';
import { ChevronRightIcon } from '#web/ui/icons.tsx';
import { FormHeading } from './form-heading.tsx';
import classes from './login.module.css';

type CollegeChoiceProps = {
  readonly enrolments: LoginData['userStudentLoginInfos'];
  readonly onChoose: (pkStudent: number) => Promise<void>;
};

/** A student enrolled in several colleges chooses one for this sign-in (AUTH-2). */
export function CollegeChoice({ enrolments, onChoose }: CollegeChoiceProps) {
  const { t } = useTranslation();
  const [isWorking, setWorking] = useState(false);
  const choose = async (pkStudent: number) => {
    setWorking(true);
    await onChoose(pkStudent).catch(() => undefined);
    setWorking(false);
  };
  return (
    <div className={classes.form}>
      <FormHeading title={t('auth.collegeTitle')} text={t('auth.collegeText')} />
      <ul className={classes.colleges}>
        {enrolments.map((enrolment) => (
          <li key={enrolment.pkStudent}>
            <button
              type="button"
              className={classes.college}
              disabled={isWorking}
              onClick={() => void choose(enrolment.pkStudent)}
            >
              <span>
                <strong>{enrolment.collegeName}</strong>
                <span className={classes.collegeDetail}>
                  {enrolment.sectionName}, {enrolment.seriesName}
                </span>
              </span>
              <ChevronRightIcon />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

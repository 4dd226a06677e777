import { useTranslation } from 'react-i18next';
import classes from './exam-appointments.module.css';

type OtherExamProps = { readonly name: string | null | undefined; readonly isOffice: boolean };

/** Warns that the student has another exam on the same day. */
export function OtherExam({ name, isOffice }: OtherExamProps) {
  const { t } = useTranslation();
  if (name == null) return null;
  return (
    <p className={classes.warning}>
      {t(isOffice ? 'appointments.otherExamFor' : 'appointments.otherExam', { name })}
    </p>
  );
}

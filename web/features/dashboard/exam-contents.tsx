import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import classes from './student-board.module.css';

type ExamContentsProps = {
  readonly disciplines: ExamAppointment['disciplines'];
  readonly groups: ExamAppointment['integrativeGroups'];
};

type PartProps = {
  readonly name: string;
  readonly questions: number;
  readonly credits: number | null;
};

function Part({ name, questions, credits }: PartProps) {
  const { t } = useTranslation();
  const facts = [
    t('dashboard.questionCount', { count: questions }),
    ...(credits === null ? [] : [t('dashboard.credits', { count: credits })]),
  ];
  return (
    <span className={classes.part}>
      <span>{name}</span>
      <span className={classes.quiet}>{facts.join(' · ')}</span>
    </span>
  );
}

/** The disciplines of an exam, those of an integrative group under its name (HOME-1). */
export function ExamContents({ disciplines, groups }: ExamContentsProps) {
  const { t } = useTranslation();
  if (disciplines.length + groups.length === 0) return null;
  return (
    <div className={classes.contents}>
      <h3 className={classes.subheading}>{t('dashboard.asked')}</h3>
      <ul className={classes.parts}>
        {[
          ...disciplines.map((one) => ({ ...one, name: one.disciplineDescription, inside: [] })),
          ...groups.map((one) => ({ ...one, name: one.groupName, inside: one.disciplines })),
        ]
          .toSorted((one, other) => one.index - other.index)
          .map(({ index, name, questions, credits, inside }) => (
            <li key={index}>
              <Part name={name} questions={questions} credits={credits} />
              {inside.length > 0 && (
                <ul className={classes.parts}>
                  {inside.map(({ pkDiscipline, disciplineDescription, ...counts }) => (
                    <li key={pkDiscipline}>
                      <Part name={disciplineDescription} {...counts} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}

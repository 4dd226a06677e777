import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { formatLongDate, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import classes from './prepare-exam.module.css';

type ExamDiscipline = ExamAppointment['disciplines'][number];

function DisciplineLine({
  name,
  questions,
  credits,
}: { name: string } & Pick<ExamDiscipline, 'questions' | 'credits'>) {
  const { t } = useTranslation();
  const facts = [
    t('prepareExam.questionCount', { count: questions }),
    ...(credits === null ? [] : [t('prepareExam.credits', { count: credits })]),
  ];
  return (
    <span className={classes.discipline}>
      <span>{name}</span>
      <span className={classes.quiet}>{facts.join(' · ')}</span>
    </span>
  );
}

/** The parts in exam order; an integrative group lists its disciplines. */
const partsOf = ({ disciplines, integrativeGroups }: ExamAppointment) =>
  [
    ...disciplines.map((one) => ({
      ...one,
      name: one.disciplineDescription,
      disciplines: [] as ExamDiscipline[],
    })),
    ...integrativeGroups.map((one) => ({ ...one, name: one.groupName })),
  ].toSorted((one, other) => one.index - other.index);

/** When and where an exam is held, how long it takes and what it contains. */
export function ExamFacts({ exam }: { readonly exam: ExamAppointment }) {
  const { t } = useTranslation();
  const parts = partsOf(exam);
  const minutes = t('prepareExam.minutes', { count: exam.durationMinutes });
  const facts = [
    [
      t('prepareExam.when'),
      t('prepareExam.whenText', {
        day: formatLongDate(new Date(exam.startsAt), currentLanguage()),
        from: formatTime(exam.startsAt),
        to: formatTime(exam.endsAt),
      }),
    ],
    [t('prepareExam.room'), exam.building === '' ? exam.examRoom : `${exam.examRoom}, ${exam.building}`],
    [t('prepareExam.row'), exam.examRow === 0 ? '-' : exam.examRow],
    [t('prepareExam.seat'), exam.seatNumber],
    [
      t('prepareExam.duration'),
      exam.extraTime > 0 ? t('prepareExam.withExtra', { minutes, extra: exam.extraTime }) : minutes,
    ],
    [t('prepareExam.questions'), exam.questions],
  ] as const;
  return (
    <>
      <FactList facts={facts} className={classes.facts} />
      <h3 className={classes.subheading}>{t('prepareExam.asked')}</h3>
      <ol className={classes.list} data-numbered={parts.length > 1 || undefined}>
        {parts.map(({ index, name, questions, credits, disciplines }) => (
          <li key={index}>
            <DisciplineLine name={name} questions={questions} credits={credits} />
            {disciplines.length > 0 && (
              <ul className={classes.list}>
                {disciplines.map(({ pkDiscipline, disciplineDescription, ...counts }) => (
                  <li key={pkDiscipline}>
                    <DisciplineLine name={disciplineDescription} {...counts} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

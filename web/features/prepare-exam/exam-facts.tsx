import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { formatLongDate, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import classes from './prepare-exam.module.css';

type Asked = ExamAppointment['disciplines'][number];

function AskedLine({ name, questions, credits }: { name: string } & Pick<Asked, 'questions' | 'credits'>) {
  const { t } = useTranslation();
  const facts = [
    t('prepareExam.questionCount', { count: questions }),
    ...(credits === null ? [] : [t('prepareExam.credits', { count: credits })]),
  ];
  return (
    <span className={classes.asked}>
      <span>{name}</span>
      <span className={classes.quiet}>{facts.join(' · ')}</span>
    </span>
  );
}

function AskedDisciplines({ disciplines }: Pick<ExamAppointment, 'disciplines'>) {
  return disciplines.map(({ pkDiscipline, disciplineDescription, questions, credits }) => (
    <li key={pkDiscipline}>
      <AskedLine name={disciplineDescription} questions={questions} credits={credits} />
    </li>
  ));
}

/** When, where and how long an exam is, and what it asks. */
export function ExamFacts({ exam }: { readonly exam: ExamAppointment }) {
  const { t } = useTranslation();
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
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={classes.subheading}>{t('prepareExam.asked')}</h3>
      <ul className={classes.list}>
        <AskedDisciplines disciplines={exam.disciplines} />
        {exam.integrativeGroups.map(({ groupName, questions, credits, disciplines }) => (
          <li key={groupName}>
            <AskedLine name={groupName} questions={questions} credits={credits} />
            <ul className={classes.list}>
              <AskedDisciplines disciplines={disciplines} />
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

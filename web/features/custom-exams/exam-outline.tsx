import { useTranslation } from 'react-i18next';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import classes from './custom-exams.module.css';

type ExamDiscipline = CustomExamItem['integrativeGroups'][number]['disciplines'][number];

function Figures({ counts }: { readonly counts: Pick<ExamDiscipline, 'questions' | 'credits'> }) {
  const { t } = useTranslation();
  return (
    <span className={classes.quiet}>
      {t('customExams.questionCount', { count: counts.questions })}
      {counts.credits !== null && ` · ${t('customExams.creditCount', { credits: counts.credits })}`}
    </span>
  );
}

function Discipline({ discipline }: { readonly discipline: ExamDiscipline }) {
  return (
    <>
      {discipline.disciplineName} <span className={classes.quiet}>{discipline.disciplineCode}</span>{' '}
      <Figures counts={discipline} />
    </>
  );
}

/** The questions of an exam by part, in order. */
export function ExamOutline({ exam }: { readonly exam: CustomExamItem }) {
  const { t } = useTranslation();
  const parts = [
    ...exam.integrativeGroups.map((group) => ({ position: group.position, group })),
    ...exam.sumativeDisciplines.map((discipline) => ({ position: discipline.position, discipline })),
  ].toSorted((a, b) => a.position - b.position);
  return (
    <ol className={classes.outline} aria-label={t('customExams.partsOf', { name: exam.examName })}>
      {parts.map((part) => (
        <li key={part.position}>
          {'discipline' in part ? (
            <Discipline discipline={part.discipline} />
          ) : (
            <>
              <strong>{part.group.groupName}</strong> <Figures counts={part.group} />
              {part.group.percentSimple !== null && (
                <span className={classes.quiet}>
                  {' · '}
                  {t('customExams.percents', {
                    simple: part.group.percentSimple,
                    multiple: 100 - part.group.percentSimple,
                  })}
                </span>
              )}
              <ul>
                {part.group.disciplines.map((discipline) => (
                  <li key={discipline.pkDiscipline}>
                    <Discipline discipline={discipline} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

import { useTranslation } from 'react-i18next';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import classes from './custom-exams.module.css';

type ExamDiscipline = CustomExamItem['integrativeGroups'][number]['disciplines'][number];

function Figures({ asked }: { readonly asked: Pick<ExamDiscipline, 'questions' | 'credits'> }) {
  const { t } = useTranslation();
  return (
    <span className={classes.quiet}>
      {t('customExams.questionCount', { count: asked.questions })}
      {asked.credits !== null && ` · ${t('customExams.creditCount', { credits: asked.credits })}`}
    </span>
  );
}

function Discipline({ asked }: { readonly asked: ExamDiscipline }) {
  return (
    <>
      {asked.disciplineName} <span className={classes.quiet}>{asked.disciplineCode}</span>{' '}
      <Figures asked={asked} />
    </>
  );
}

/** The questions of an exam by part, in order. */
export function ExamOutline({ exam }: { readonly exam: CustomExamItem }) {
  const { t } = useTranslation();
  const parts = [
    ...exam.integrativeGroups.map((group) => ({ position: group.position, group })),
    ...exam.sumativeDisciplines.map((asked) => ({ position: asked.position, asked })),
  ].toSorted((a, b) => a.position - b.position);
  return (
    <ol className={classes.outline} aria-label={t('customExams.partsOf', { name: exam.examName })}>
      {parts.map((part) => (
        <li key={part.position}>
          {'asked' in part ? (
            <Discipline asked={part.asked} />
          ) : (
            <>
              <strong>{part.group.groupName}</strong> <Figures asked={part.group} />
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
                {part.group.disciplines.map((asked) => (
                  <li key={asked.pkDiscipline}>
                    <Discipline asked={asked} />
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

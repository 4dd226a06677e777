import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { prepareExamForTeach } from '#contract/practice.ts';
import type { DisciplineListRow } from '#contract/structure.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { call } from '#web/api/client.ts';
import { useDisciplines } from '#web/api/discipline-choices.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useBeginning } from '#web/sittings/begin-sitting.ts';
import { type Choice, ChoiceList } from '#web/sittings/choice-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { BookIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';

/** The fields of the spec's call; the server needs only the discipline's id. */
const trialOf = (row: DisciplineListRow) => ({
  PKDiscipline: row.id,
  PkCollege: row.pkCollege,
  PkSection: row.pkSection,
  Lang: null,
  Year: row.year,
  Semester: row.semester,
});

/** The teacher's disciplines; those with a structure can be tried. */
export function TrialDisciplines() {
  const { t } = useTranslation();
  const disciplines = useDisciplines();
  const { preparing, begin } = useBeginning();
  if (disciplines.isPending) return <WaitingRows count={3} />;
  if (disciplines.isError)
    return (
      <ErrorPanel onRetry={() => void disciplines.refetch()}>
        {textsOfError(disciplines.error).join(' ')}
      </ErrorPanel>
    );
  if (disciplines.data.length === 0)
    return (
      <EmptyState icon={<BookIcon size={28} />} title={t('simulation.trialEmpty')}>
        {t('simulation.trialEmptyHint')}
      </EmptyState>
    );

  const tryExam = (row: DisciplineListRow) =>
    begin(String(row.id), () =>
      call<typeof prepareExamForTeach>('POST prepareExamForTeach', { body: trialOf(row) }),
    );
  const choices = disciplines.data.map((row): Choice => {
    const name = row.disciplineDescription;
    return {
      id: String(row.id),
      name,
      facts: [
        row.disciplineCode,
        row.sectionDescription,
        t('questions.yearNumber', { year: row.year }),
        row.examQuestions === null
          ? t('simulation.noStructure')
          : t('simulation.questionCount', { count: row.examQuestions }),
      ],
      action:
        row.examQuestions === null ? (
          <Anchor component={ScreenLink} href={addressOf('DisciplineList', { disciplineId: row.id })}>
            {t('simulation.defineStructure')}
          </Anchor>
        ) : (
          <Button
            variant="default"
            aria-label={t('simulation.tryExamOf', { name })}
            loading={preparing === String(row.id)}
            disabled={preparing !== undefined && preparing !== String(row.id)}
            onClick={() => void tryExam(row)}
          >
            {t('simulation.tryExam')}
          </Button>
        ),
    };
  });
  return <ChoiceList choices={choices} />;
}

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { prepareSimulation } from '#contract/practice.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useBeginning } from '#web/sittings/begin-sitting.ts';
import { ChoiceList } from '#web/sittings/choice-list.tsx';
import { useSimulationChoices } from '#web/sittings/simulation-choices.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { BookIcon, LockIcon } from '#web/ui/icons.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import classes from './exam-simulation.module.css';

type Simulated = { readonly pkDiscipline: number } | { readonly examCustomId: number };

type Simulation = {
  readonly body: Simulated;
  readonly name: string;
  readonly questions: number;
  readonly durationMinutes: number;
  /** Set for a simulation that is still running: it is resumed. */
  readonly minutesLeft: number | null;
};

const idOf = (body: Simulated) =>
  'pkDiscipline' in body ? `discipline ${body.pkDiscipline}` : `exam ${body.examCustomId}`;

type GroupProps = {
  readonly title: string;
  readonly simulations: readonly Simulation[];
  readonly beginning: ReturnType<typeof useBeginning>;
};

function Group({ title, simulations, beginning: { preparing, begin } }: GroupProps) {
  const { t } = useTranslation();
  if (simulations.length === 0) return null;
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ChoiceList
        choices={simulations.map(({ body, name, questions, durationMinutes, minutesLeft }) => ({
          id: idOf(body),
          name,
          facts: [
            t('simulation.questionCount', { count: questions }),
            t('simulation.minutes', { count: durationMinutes }),
            ...(minutesLeft === null ? [] : [t('simulation.minutesLeft', { count: minutesLeft })]),
          ],
          action: (
            <Button
              aria-label={t(minutesLeft === null ? 'simulation.beginOf' : 'simulation.resumeOf', { name })}
              loading={preparing === idOf(body)}
              disabled={preparing !== undefined && preparing !== idOf(body)}
              onClick={() =>
                void begin(idOf(body), () =>
                  call<typeof prepareSimulation>('POST prepareSimulation', { body }),
                )
              }
            >
              {t(minutesLeft === null ? 'simulation.begin' : 'simulation.resume')}
            </Button>
          ),
        }))}
      />
    </section>
  );
}

/** What can be simulated now: disciplines and whole exams, each with its number of questions and duration (SIM-1). */
export function SimulationChoices() {
  const { t } = useTranslation();
  const beginning = useBeginning();
  const choices = useSimulationChoices();
  if (choices.isPending) return <WaitingRows count={4} height="4rem" />;
  if (choices.isError) {
    const text = textsOfError(choices.error).join(' ');
    return choices.error instanceof ApiError && choices.error.code === 'simulation.notAllowed' ? (
      <EmptyState icon={<LockIcon size={28} />} title={text} />
    ) : (
      <ErrorPanel onRetry={() => void choices.refetch()}>{text}</ErrorPanel>
    );
  }
  const { disciplines, exams } = choices.data;
  if (disciplines.length + exams.length === 0)
    return (
      <EmptyState icon={<BookIcon size={28} />} title={t('simulation.empty')}>
        {t('simulation.emptyHint')}
      </EmptyState>
    );
  return (
    <div className={classes.choices}>
      <Group
        title={t('simulation.disciplines')}
        beginning={beginning}
        simulations={disciplines.map(({ pkDiscipline, disciplineDescription, ...rest }) => ({
          body: { pkDiscipline },
          name: disciplineDescription,
          ...rest,
        }))}
      />
      <Group
        title={t('simulation.exams')}
        beginning={beginning}
        simulations={exams.map(({ examCustomId, examName, ...rest }) => ({
          body: { examCustomId },
          name: examName,
          ...rest,
        }))}
      />
    </div>
  );
}

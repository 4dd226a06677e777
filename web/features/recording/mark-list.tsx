import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordingOutlineResponse } from '#contract/recordings.ts';
import { type MarkKind, markKinds } from '#domain/exam-taking/recording-marks.ts';
import { positionOf, type Timeline } from '#domain/exam-taking/recording-timeline.ts';
import { formatTime } from '#web/base/format.ts';
import type { PlayerEngine } from './player-engine.ts';
import { positionText } from './position-text.ts';
import classes from './recording.module.css';

type Mark = RecordingOutlineResponse['marks'][number];
type MarkListProps = {
  readonly engine: PlayerEngine;
  readonly timeline: Timeline;
  readonly marks: readonly Mark[];
};

function useMarkText() {
  const { t } = useTranslation();
  return ({ kind, question, answers }: Mark) =>
    [
      t(`recording.mark_${kind}`),
      ...(question === null ? [] : [t('recording.question', { number: question })]),
      ...(answers ? [answers.split('').join(', ')] : []),
    ].join(' · ');
}

/** The events of the exam in order; each one jumps to its moment. */
export function MarkList({ engine, timeline, marks }: MarkListProps) {
  const { t } = useTranslation();
  const textOf = useMarkText();
  const [kind, setKind] = useState<MarkKind>();
  const present = markKinds.filter((one) => marks.some((mark) => mark.kind === one));
  const shown = marks.filter((mark) => kind === undefined || mark.kind === kind);
  return (
    <section className={classes.marks} aria-labelledby="recording-marks">
      <h2 id="recording-marks" className={classes.heading}>
        {t('recording.marks')}
      </h2>
      {marks.length === 0 && <p className={classes.quiet}>{t('recording.noMarks')}</p>}
      {present.length > 1 && (
        <Select
          size="xs"
          aria-label={t('recording.filter')}
          placeholder={t('recording.filterAll')}
          clearable
          value={kind ?? null}
          onChange={(chosen) => setKind((chosen as MarkKind | null) ?? undefined)}
          data={present.map((one) => ({ value: one, label: t(`recording.mark_${one}`) }))}
        />
      )}
      <ol className={classes.markItems}>
        {shown.map((mark, index) => {
          const at = positionOf(timeline, mark.at);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks never change their order
            <li key={index}>
              <button
                type="button"
                className={classes.markItem}
                disabled={at === undefined}
                onClick={() => at !== undefined && engine.seek(at)}
              >
                <span className={classes.dot} data-kind={mark.kind} aria-hidden="true" />
                <span className={classes.markTime}>
                  {at === undefined ? t('recording.outside') : positionText(at)}
                </span>
                <span>{textOf(mark)}</span>
                <span className={classes.quiet}>{formatTime(new Date(mark.serverAt))}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import type { RecordingOutlineResponse } from '#contract/recordings.ts';
import { positionOf, type Timeline } from '#domain/exam-taking/recording-timeline.ts';
import { useStore } from '#web/base/store.ts';
import type { PlayerEngine } from './player-engine.ts';
import { positionText } from './position-text.ts';
import classes from './recording.module.css';

type TimeBarProps = {
  readonly engine: PlayerEngine;
  readonly timeline: Timeline;
  readonly marks: RecordingOutlineResponse['marks'];
};

/** The time line: pauses are hatched, parts separated, and marks show answers, losses and takeovers. */
export function TimeBar({ engine, timeline, marks }: TimeBarProps) {
  const { t } = useTranslation();
  const { position } = useStore(engine.state);
  const percent = (at: number) => `${(100 * at) / Math.max(1, timeline.length)}%`;
  return (
    <div className={classes.bar}>
      <div className={classes.lanes} aria-hidden="true">
        {timeline.idle.map(([from, to]) => (
          <span
            key={`${from} ${to}`}
            className={classes.idle}
            style={{ insetInlineStart: percent(from), width: percent(to - from) }}
          />
        ))}
        {timeline.parts.slice(1).map(({ fileName, start }) => (
          <span key={fileName} className={classes.seam} style={{ insetInlineStart: percent(start) }} />
        ))}
        {marks.map((mark, index) => {
          const at = positionOf(timeline, mark.at);
          return at === undefined ? null : (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: marks never change their order
              key={index}
              className={classes.mark}
              data-kind={mark.kind}
              style={{ insetInlineStart: percent(at) }}
            />
          );
        })}
      </div>
      <input
        type="range"
        className={classes.range}
        min={0}
        max={Math.ceil(timeline.length)}
        step={1000}
        value={Math.round(position)}
        aria-label={t('recording.position')}
        aria-valuetext={t('recording.positionText', {
          position: positionText(position),
          length: positionText(timeline.length),
        })}
        onChange={(event) => engine.seek(Number(event.currentTarget.value))}
      />
    </div>
  );
}

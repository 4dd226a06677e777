import { ActionIcon, Alert, Checkbox, Loader, SegmentedControl, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordingOutlineResponse } from '#contract/recordings.ts';
import type { Timeline } from '#domain/exam-taking/recording-timeline.ts';
import { useStore } from '#web/base/store.ts';
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon, WarningIcon } from '#web/ui/icons.tsx';
import { MarkList } from './mark-list.tsx';
import type { PlayerEngine } from './player-engine.ts';
import { positionText } from './position-text.ts';
import classes from './recording.module.css';
import { openStage } from './stage.ts';
import { TimeBar } from './time-bar.tsx';

const speeds = [1, 2, 4, 8, 16];
const step = 10_000;

type ControlsProps = { readonly engine: PlayerEngine; readonly timeline: Timeline };

function Controls({ engine, timeline }: ControlsProps) {
  const { t } = useTranslation();
  const { isPlaying, position, speed, skipsIdle } = useStore(engine.state);
  const toggle = isPlaying ? engine.pause : engine.play;
  return (
    <div className={classes.controls}>
      <Tooltip label={t('recording.back')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('recording.back')}
          onClick={() => engine.seek(position - step)}
        >
          <ArrowLeftIcon size={18} />
        </ActionIcon>
      </Tooltip>
      <ActionIcon size="xl" aria-label={t(isPlaying ? 'recording.pause' : 'recording.play')} onClick={toggle}>
        {isPlaying ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
      </ActionIcon>
      <Tooltip label={t('recording.forward')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('recording.forward')}
          onClick={() => engine.seek(position + step)}
        >
          <ArrowRightIcon size={18} />
        </ActionIcon>
      </Tooltip>
      <span className={classes.clock}>
        {positionText(position)} / {positionText(timeline.length)}
      </span>
      <SegmentedControl
        aria-label={t('recording.speed')}
        size="xs"
        value={String(speed)}
        onChange={(chosen) => engine.setSpeed(Number(chosen))}
        data={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
      />
      <Checkbox
        label={t('recording.skipIdle')}
        checked={skipsIdle}
        onChange={(event) => engine.setSkipsIdle(event.currentTarget.checked)}
      />
    </div>
  );
}

function Stage({ engine }: { readonly engine: PlayerEngine | undefined }) {
  return engine ? <StageState engine={engine} /> : <Waiting />;
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.over} role="status" aria-label={t('recording.loading')}>
      <Loader size="sm" />
    </div>
  );
}

function StageState({ engine }: { readonly engine: PlayerEngine }) {
  const { t } = useTranslation();
  const { status } = useStore(engine.state);
  if (status === 'loading') return <Waiting />;
  if (status === 'ready') return null;
  return (
    <div className={classes.over} role="alert">
      <WarningIcon size={20} />
      {t('recording.failed')}
    </div>
  );
}

function Notices({ engine, parts, timeline }: NoticesProps) {
  const { t } = useTranslation();
  const { missingImages } = useStore(engine.state);
  const notices = [
    ...(timeline.unplayable.length > 0
      ? [t('recording.unplayable', { count: timeline.unplayable.length })]
      : []),
    ...(parts.some(({ isCut }) => isCut) ? [t('recording.cut')] : []),
    ...(missingImages ? [t('recording.images')] : []),
  ];
  return notices.map((text) => (
    <Alert key={text} color="yellow" icon={<WarningIcon size={18} />}>
      {text}
    </Alert>
  ));
}
type NoticesProps = ControlsProps & Pick<RecordingOutlineResponse, 'parts'>;

type PlayerProps = {
  readonly outline: RecordingOutlineResponse;
  readonly timeline: Timeline;
  readonly startAt: number;
};

/** Plays all parts of a sitting's recording, with marks for what happened in the exam (REC-2, REC-5). */
export function Player({ outline, timeline, startAt }: PlayerProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<PlayerEngine>();
  const title = t('recording.stage');
  useEffect(() => {
    if (!box.current) return;
    const stage = openStage(box.current, timeline, { startAt, title }, setEngine);
    return () => stage.close();
  }, [timeline, startAt, title]);
  return (
    <div className={classes.player}>
      <section className={classes.screen} aria-label={t('recording.player')}>
        <div className={classes.stage}>
          <div ref={box} className={classes.layers} />
          <Stage engine={engine} />
        </div>
        {engine && (
          <>
            <TimeBar engine={engine} timeline={timeline} marks={outline.marks} />
            <Controls engine={engine} timeline={timeline} />
            <Notices engine={engine} timeline={timeline} parts={outline.parts} />
          </>
        )}
      </section>
      {engine && <MarkList engine={engine} timeline={timeline} marks={outline.marks} />}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { Recording } from '#web/features/exam/recording/use-recording.ts';
import { confirm } from '#web/ui/confirm.ts';
import { DotIcon } from '#web/ui/icons.tsx';
import classes from './recording-control.module.css';

/** Says whether the screen is recorded; the student may stop it and start it again. */
export function RecordingControl({ recording }: { readonly recording: Recording }) {
  const { t } = useTranslation();
  const { state, start, stop } = recording;
  const ask = async () => {
    const sure = await confirm({
      title: t('examEnd.recordStopTitle'),
      message: t('examEnd.recordStopText'),
      confirmLabel: t('examEnd.recordStop'),
      declineLabel: t('examEnd.recordKeep'),
    });
    if (sure) stop();
  };
  if (state === 'off') return null;
  const isOn = state === 'recording';
  return (
    <div className={classes.recording}>
      <p className={classes.state} title={isOn ? t('examEnd.recordedHint') : undefined}>
        {isOn && <DotIcon className={classes.dot} size={16} />}
        {t(isOn ? 'examEnd.recorded' : 'examEnd.notRecorded')}
      </p>
      <button type="button" className={classes.change} onClick={isOn ? () => void ask() : start}>
        {t(isOn ? 'examEnd.recordStop' : 'examEnd.recordStart')}
      </button>
    </div>
  );
}

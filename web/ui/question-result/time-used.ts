import { useTranslation } from 'react-i18next';

/** Hours, minutes and seconds between two moments; never negative. */
export function timeBetween(from: string, to: string) {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  };
}

/** A duration as text: "1 h 05 min", "12 min 30 s" or "45 s". */
export function useTimeUsed() {
  const { t } = useTranslation();
  const two = (value: number) => String(value).padStart(2, '0');
  return (from: string, to: string): string => {
    const { hours, minutes, seconds } = timeBetween(from, to);
    if (hours > 0) return t('examResult.hoursMinutes', { hours, minutes: two(minutes) });
    if (minutes > 0) return t('examResult.minutesSeconds', { minutes, seconds: two(seconds) });
    return t('examResult.seconds', { seconds });
  };
}

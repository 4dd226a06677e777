import { useTranslation } from 'react-i18next';
import type { Moment } from '#domain/exam-taking/time.ts';
import { formatDate, formatLongDate, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';

const day = 24 * 3_600_000;

/** Formats the start as people say it: today, tomorrow or the date, and the hour. */
export function useExamMoment() {
  const { t } = useTranslation();
  return (startsAt: string, now: Moment): string => {
    const time = formatTime(startsAt);
    const date = formatDate(startsAt);
    if (date === formatDate(new Date(now))) return t('dashboard.today', { time });
    if (date === formatDate(new Date(now + day))) return t('dashboard.tomorrow', { time });
    return t('dashboard.onDay', { day: formatLongDate(new Date(startsAt), currentLanguage()), time });
  };
}

import { useTranslation } from 'react-i18next';
import { holidayOn } from '#domain/calendar/holidays.ts';

/** The public holiday on a day in words, or undefined (APPT-11). */
export function useHoliday(): (day: string) => string | undefined {
  const { t } = useTranslation();
  return (day) => {
    const name = holidayOn(day);
    return name && t('holidays.on', { name: t(`holidays.${name}`) });
  };
}

/** Says that a day is a public holiday; renders nothing on other days. */
export function HolidayNote({ day, className }: { readonly day: string; readonly className?: string }) {
  const holiday = useHoliday()(day);
  return holiday === undefined ? null : <span className={className}>{holiday}</span>;
}

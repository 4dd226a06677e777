import '@mantine/dates/styles.css';
import 'dayjs/locale/fr';
import 'dayjs/locale/ro';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#web/base/i18n.ts';
import { useHoliday } from './holiday.tsx';

export type CalendarProps = {
  readonly day: string | undefined;
  /** Where it opens while no day is selected. */
  readonly opensAt: string | undefined;
  readonly onPick: (isoDay: string) => void;
};

/** A calendar for picking a day, with public holidays marked; loaded when it is first opened. */
export function Calendar({ day, opensAt, onPick }: CalendarProps) {
  const { t } = useTranslation();
  const shown = day ?? opensAt;
  const holidayOn = useHoliday();
  return (
    <DatePicker
      value={day ?? null}
      {...(shown === undefined ? {} : { defaultDate: shown })}
      onChange={(picked) => picked !== null && onPick(picked)}
      locale={currentLanguage()}
      weekendDays={[]}
      hideOutsideDates
      getDayProps={(date) => {
        const title = holidayOn(date);
        return title === undefined ? {} : { title, style: { textDecoration: 'underline', fontWeight: 700 } };
      }}
      ariaLabels={{ previousMonth: t('crud.previousMonth'), nextMonth: t('crud.nextMonth') }}
    />
  );
}

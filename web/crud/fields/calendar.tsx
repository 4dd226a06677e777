import '@mantine/dates/styles.css';
import 'dayjs/locale/fr';
import 'dayjs/locale/ro';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#web/base/i18n.ts';

export type CalendarProps = {
  readonly day: string | undefined;
  /** Where it opens while no day is chosen. */
  readonly opensAt: string | undefined;
  readonly onPick: (isoDay: string) => void;
};

/** The calendar a day can be picked from; loaded only when someone opens it. */
export function Calendar({ day, opensAt, onPick }: CalendarProps) {
  const { t } = useTranslation();
  const shown = day ?? opensAt;
  return (
    <DatePicker
      value={day ?? null}
      {...(shown === undefined ? {} : { defaultDate: shown })}
      onChange={(picked) => picked !== null && onPick(picked)}
      locale={currentLanguage()}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{ previousMonth: t('crud.previousMonth'), nextMonth: t('crud.nextMonth') }}
    />
  );
}

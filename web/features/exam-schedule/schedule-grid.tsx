import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/exam-schedule.ts';
import { formatLongDate } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { HolidayNote } from '#web/ui/holiday.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './exam-schedule.module.css';
import { type ScheduleView, scheduleAddress } from './schedule-address.ts';

export const longDay = (day: string) => formatLongDate(new Date(`${day}T12:00:00Z`), currentLanguage());

const byName = (one: string, other: string) => one.localeCompare(other, 'ro', { numeric: true });
const hoursOf = ({ startHour, endHour }: ScheduleRow) => `${startHour}–${endHour}`;

type CellProps = { readonly row: ScheduleRow; readonly shown: ScheduleView; readonly withRoom?: boolean };

/** The occupancy and the exams of a room in a slot; links to the seating. */
function SlotCell({ row, shown, withRoom = false }: CellProps) {
  const { t } = useTranslation();
  const { taken, seats, exams, examRoom, examDate, examRoomSlotId, states } = row;
  const share = seats === 0 ? 0 : Math.min(1, taken / seats);
  const going = (['running', 'finished', 'missed'] as const).filter((state) => states[state] > 0);
  return (
    <ScreenLink
      className={classes.cell}
      href={scheduleAddress({ ...shown, day: examDate, examRoomSlotId })}
      aria-label={t('schedule.open', {
        room: examRoom,
        hours: hoursOf(row),
        taken: t('schedule.load', { taken, seats }),
      })}
      data-empty={taken === 0 || undefined}
    >
      {withRoom && <span className={classes.cellRoom}>{examRoom}</span>}
      <span className={classes.load}>{t('schedule.load', { taken, seats })}</span>
      <span className={classes.bar} data-full={share === 1 || undefined}>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
      {exams.map(({ examCustomId, examCustom, count }) => (
        <span key={examCustomId} className={classes.exam} title={examCustom}>
          {`${examCustom}\u00a0·\u00a0${count}`}
        </span>
      ))}
      {going.length > 0 && (
        <span className={classes.states}>
          {going
            .map((state) => `${t(`office.state_${state}`)}${t('common.colon')} ${states[state]}`)
            .join(' · ')}
        </span>
      )}
    </ScreenLink>
  );
}

type DayProps = { readonly day: string; readonly rows: readonly ScheduleRow[]; readonly shown: ScheduleView };

/** One day: rooms as columns, slots as rows. */
function DayTable({ day, rows, shown }: DayProps) {
  const { t } = useTranslation();
  const rooms = [...new Map(rows.map((row) => [row.examRoomId, row])).values()];
  const hours = [...new Set(rows.map(hoursOf))].sort(byName);
  return (
    <div className={classes.scroll}>
      <table className={classes.grid} aria-label={longDay(day)}>
        <thead>
          <tr>
            <th scope="col">{t('schedule.hours')}</th>
            {rooms.map(({ examRoomId, examRoom, building }) => (
              <th key={examRoomId} scope="col">
                {examRoom}
                <span className={classes.building}>{building}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {rooms.map(({ examRoomId }) => {
                const here = rows.find((row) => row.examRoomId === examRoomId && hoursOf(row) === hour);
                return <td key={examRoomId}>{here && <SlotCell row={here} shown={shown} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One day on a phone: hour by hour, the rooms below each other. */
function DayList({ day, rows, shown }: DayProps) {
  const hours = [...new Set(rows.map(hoursOf))].sort(byName);
  return (
    <section aria-label={longDay(day)} className={classes.list}>
      {hours.map((hour) => (
        <section key={hour} aria-label={hour}>
          <h3 className={classes.hour}>{hour}</h3>
          {rows
            .filter((row) => hoursOf(row) === hour)
            .map((row) => (
              <SlotCell key={row.examRoomSlotId} row={row} shown={shown} withRoom />
            ))}
        </section>
      ))}
    </section>
  );
}

type GridProps = {
  readonly days: readonly string[];
  readonly rows: readonly ScheduleRow[];
  readonly shown: ScheduleView;
};

/** The days of the view. A week leaves out empty slots; a single day shows them, except on a phone. */
export function ScheduleGrid({ days, rows, shown }: GridProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const isWeek = days.length > 1;
  return (
    <div className={classes.days}>
      {days.map((day) => {
        const all = rows.filter(({ examDate }) => examDate === day);
        const filled = all.filter(({ taken }) => taken > 0);
        const here = isWeek || (phone && filled.length > 0) ? filled : all;
        return (
          <section key={day} className={classes.day} aria-label={longDay(day)}>
            <h2 className={classes.dayName}>
              {longDay(day)} <HolidayNote day={day} className={classes.holiday ?? ''} />
            </h2>
            {here.length === 0 ? (
              <p className={classes.quiet}>{t('schedule.nothing')}</p>
            ) : phone ? (
              <DayList day={day} rows={here} shown={shown} />
            ) : (
              <DayTable day={day} rows={here} shown={shown} />
            )}
          </section>
        );
      })}
    </div>
  );
}

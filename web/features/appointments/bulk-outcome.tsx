import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkResult, BulkRoom } from '#contract/office-appointments.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { useListQuery } from '#web/list/list-query.ts';
import { Paging } from '#web/list/paging.tsx';
import { SearchBox } from '#web/list/search-box.tsx';
import { ShortTable } from '#web/list/short-table.tsx';
import classes from './appointments.module.css';

function RoomSummary({ room }: { readonly room: BulkRoom }) {
  const { t } = useTranslation();
  return (
    <li className={classes.room}>
      <strong>{`${room.examRoom}, ${room.startHour}–${room.endHour}`}</strong>
      <span className={classes.figure}>{t('office.roomPlaced', { count: room.placed })}</span>
      <p className={classes.note}>{t('office.roomFree', { count: room.free })}</p>
      {room.waiting > 0 && <p className={classes.note}>{t('office.roomWaiting', { count: room.waiting })}</p>}
      {room.compromises.map(({ what, why, count }) => (
        <p key={what} className={classes.note}>
          {t(`office.compromise_${what}`, { count, why: t(`office.why_${why}`) })}
        </p>
      ))}
    </li>
  );
}

function Failures({ result }: { readonly result: BulkResult }) {
  const { t } = useTranslation();
  if (result.failed.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t(result.placed.length === 0 ? 'office.allFailed' : 'office.someFailed', {
        count: result.failed.length,
      })}
    >
      <ul className={classes.failed}>
        {result.failed.map(({ matricol, error, params }) => (
          <li key={matricol}>{textOfCode(error as ErrorCode, params)}</li>
        ))}
      </ul>
    </Alert>
  );
}

function SameDay({ sameDay }: Pick<BulkResult, 'sameDay'>) {
  const { t } = useTranslation();
  if (sameDay.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('office.sameDay', { count: sameDay.length })}>
      <ul className={classes.failed}>
        {sameDay.map(({ matricol, studentName, examName }) => (
          <li key={matricol}>{t('office.sameDayOf', { name: studentName, matricol, exam: examName })}</li>
        ))}
      </ul>
    </Alert>
  );
}

const columns = ['nrMatricol', 'studentName', 'examRoom', 'examRoomSlot', 'examRow', 'seatNumber'] as const;

/** Letters without marks, so that a name is found as it is typed. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('ro');

/** Everyone who gets a seat, page by page, searched by name, registration number or room. */
function Places({ placed }: Pick<BulkResult, 'placed'>) {
  const { t } = useTranslation();
  const [query, setQuery] = useListQuery({});
  const wanted = folded(query.search.trim());
  const found = placed.filter((one) =>
    folded(`${one.matricol} ${one.studentName} ${one.examRoom}`).includes(wanted),
  );
  const lastPage = Math.max(1, Math.ceil(found.length / query.pageSize));
  const page = Math.min(query.page, lastPage);
  const from = (page - 1) * query.pageSize;
  return (
    <div className={classes.places}>
      <SearchBox
        search={query.search}
        onSearch={(search) => setQuery({ ...query, search, page: 1 })}
        label={t('office.searchPreview')}
      />
      <ShortTable
        label={t('office.preview')}
        isLow
        head={columns.map((name) => t(`appointmentColumns.${name}`))}
        rows={found
          .slice(from, from + query.pageSize)
          .map(({ matricol, studentName, examRoom, startHour, examRow, seatNumber }) => [
            matricol,
            [matricol, studentName, examRoom, startHour, examRow, seatNumber],
          ])}
      />
      {found.length === 0 ? (
        <p className={classes.note}>{t('crud.noMatch', { search: query.search })}</p>
      ) : (
        <Paging
          list={{ query: { ...query, page }, setQuery, total: found.length, lastPage }}
          label={t('office.preview')}
        />
      )}
    </div>
  );
}

/** Who gets which seat, who gets none and why, and the occupancy of each room. */
export function BulkOutcome({ result }: { readonly result: BulkResult }) {
  const { t } = useTranslation();
  return (
    <>
      <Failures result={result} />
      <SameDay sameDay={result.sameDay} />
      {result.rooms.length > 0 && (
        <ul className={classes.rooms} aria-label={t('office.roomsFilled')}>
          {result.rooms.map((room) => (
            <RoomSummary key={room.examRoomSlotId} room={room} />
          ))}
        </ul>
      )}
      {result.placed.length > 0 && <Places placed={result.placed} />}
    </>
  );
}

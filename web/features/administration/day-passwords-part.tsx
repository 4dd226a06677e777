import { Button, SegmentedControl, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListOf } from '#contract/crud-calls.ts';
import type {
  DayPasswordPlace,
  DaySheet,
  dayPasswordPlaces,
  makeDayPasswords,
} from '#contract/day-passwords.ts';
import type { series } from '#contract/entities/faculty.ts';
import { call, callList } from '#web/api/client.ts';
import { formatDate } from '#web/base/format.ts';
import { today } from '#web/base/today.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { DayInput } from '#web/ui/day-input.tsx';
import { PrintIcon } from '#web/ui/icons.tsx';
import classes from './day-passwords.module.css';

const kinds = ['room', 'series'] as const;
type Kind = (typeof kinds)[number];
type Option = { readonly value: string; readonly label: string };

/** How many series are offered; the others are found by typing. */
const offered = 50;

/** The rooms of a day, or the series that the server finds, as options. */
function useOptions(kind: Kind, examDate: string, typed: string) {
  const { t } = useTranslation();
  const [search] = useDebouncedValue(typed, typingPauses.options);
  return useQuery<readonly Option[]>({
    queryKey: ['dayPasswords', kind, kind === 'series' ? search : examDate],
    placeholderData: (previous, query) => (query?.queryKey[1] === kind ? previous : undefined),
    queryFn: async ({ signal }) => {
      if (kind === 'series') {
        const { data } = await callList<ListOf<typeof series>>('GET series', {
          query: { search, take: offered },
          signal,
        });
        return data.map(({ id, sectionName, name, year }) => ({
          value: String(id),
          label: [sectionName, name, t('administration.year', { year })]
            .filter((part) => part !== null)
            .join(' · '),
        }));
      }
      const places = await call<typeof dayPasswordPlaces>('GET dayPasswords/places', {
        query: { examDate },
        signal,
      });
      return places.map(
        ({ examRoomSlotId, room, building, startsAt, endsAt, students }: DayPasswordPlace) => ({
          value: String(examRoomSlotId),
          label: `${room}, ${building} · ${startsAt}–${endsAt} · ${t('administration.studentCount', { count: students })}`,
        }),
      );
    },
  });
}

function Sheet({ sheet, onClose }: { readonly sheet: DaySheet; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('administration.sheet')}>
      <div className={classes.head}>
        <div>
          <strong>{sheet.place}</strong>
          <div>{t('administration.validOn', { day: formatDate(sheet.examDate) })}</div>
        </div>
        <div className={classes.buttons} data-print="hidden">
          <Button leftSection={<PrintIcon />} onClick={() => window.print()}>
            {t('administration.printSheet')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
      <p data-print="hidden">{t('administration.sheetOnce')}</p>
      <ul className={classes.slips}>
        {sheet.slips.map(({ email, studentName, nrMatricol, row, seat, password, why }) => (
          <li key={email} className={classes.slip}>
            <span className={classes.name}>{studentName}</span>
            <span className={classes.fact}>
              {[
                nrMatricol,
                seat !== null && row !== null && row > 0
                  ? t('administration.rowSeat', { row, seat })
                  : seat !== null && t('administration.seat', { seat }),
                formatDate(sheet.examDate),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={classes.fact}>{email}</span>
            {password === null ? (
              <span>{t(`administration.noPassword_${why ?? 'local'}`)}</span>
            ) : (
              <span className={classes.password}>{password}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Prints passwords for one day for the students of a room and slot or of a series, while the directory is down (AUTH-4). */
export function DayPasswordsPart() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('room');
  const [examDate, setDate] = useState(today);
  const [chosen, setChosen] = useState<Option | null>(null);
  const [text, setText] = useState('');
  const [sheet, setSheet] = useState<DaySheet>();
  const { sending, refused, attempt } = useAttempt();
  // Choosing a series writes its name into the field; that is not a search.
  const options = useOptions(kind, examDate, text === chosen?.label ? '' : text.trim());
  if (sheet) return <Sheet sheet={sheet} onClose={() => setSheet(undefined)} />;

  const place = chosen?.label ?? '';
  const found = options.data ?? [];
  const data = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  const make = async () => {
    const sure = await confirm({
      title: t('administration.makeTitle'),
      message: t('administration.makeText', { place, day: formatDate(examDate) }),
      confirmLabel: t('administration.make'),
    });
    if (!sure) return;
    const id = Number(chosen?.value);
    const body = kind === 'room' ? { examDate, examRoomSlotId: id } : { examDate, seriesId: id };
    await attempt(async () =>
      setSheet(await call<typeof makeDayPasswords>('POST dayPasswords', { body, handled: true })),
    );
  };
  return (
    <Stack className={classes.form} gap="md">
      <p>{t('administration.dayPasswordsLead')}</p>
      <SegmentedControl
        aria-label={t('administration.forWhom')}
        data={kinds.map((value) => ({ value, label: t(`administration.for_${value}`) }))}
        value={kind}
        onChange={(value) => {
          setKind(value as Kind);
          setChosen(null);
        }}
      />
      <DayInput
        label={t('administration.day')}
        value={examDate}
        onChange={(day) => {
          if (day === undefined) return;
          setDate(day);
          setChosen(null);
        }}
      />
      <Select
        label={t(`administration.for_${kind}`)}
        searchable
        data={data}
        value={chosen?.value ?? null}
        onChange={(value) => setChosen(data.find((option) => option.value === value) ?? null)}
        onSearchChange={setText}
        // The server has already filtered the series.
        {...(kind === 'series' && { filter: ({ options: all }) => all })}
        nothingFoundMessage={t('crud.noOptions')}
        description={kind === 'room' && options.data?.length === 0 ? t('administration.noRooms') : undefined}
      />
      <RefusalAlert refused={refused} />
      <Button disabled={chosen === null} loading={sending} onClick={() => void make()}>
        {t('administration.make')}
      </Button>
    </Stack>
  );
}

import './paper-styles.ts';
import { Button, Checkbox } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment, listAppointments } from '#contract/appointments.ts';
import type { Template } from '#contract/templates.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { callList } from '#web/api/client.ts';
import { useRoomSlots } from '#web/api/room-slots.ts';
import { useSelectOptions } from '#web/api/select-options.ts';
import { formatDate } from '#web/base/format.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { requestOf, withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useSelection } from '#web/list/selection.ts';
import { type ListSource, useList } from '#web/list/use-list.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PrintIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import classes from './exam-papers.module.css';
import { couldChange, useFreezeQuestion } from './freeze-question.ts';
import { defaultOptions, type PrintOptions, printOptions } from './print-options.ts';
import { PrintRun } from './print-run.tsx';
import { TemplatePanel } from './template-panel.tsx';

function useColumns(): readonly Column<Appointment>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'studentName',
      label: t('appointmentColumns.studentName'),
      cell: (row) => row.studentName,
      isSortable: true,
      only: 'table',
    },
    {
      name: 'nrMatricol',
      label: t('appointmentColumns.nrMatricol'),
      cell: (row) => row.nrMatricol ?? '-',
      isSortable: true,
    },
    {
      name: 'examDate',
      label: t('appointmentColumns.examDate'),
      cell: (row) => formatDate(row.examDate),
      isSortable: true,
    },
    {
      name: 'examRoomSlot',
      label: t('appointmentColumns.examRoomSlot'),
      cell: (row) => row.examRoomSlot,
      isSortable: true,
    },
    {
      name: 'examRoom',
      label: t('appointmentColumns.examRoom'),
      cell: (row) => row.examRoom,
      isSortable: true,
    },
    {
      name: 'examRow',
      label: t('appointmentColumns.examRow'),
      cell: (row) => row.examRow,
      isSortable: true,
      isFigure: true,
    },
    {
      name: 'seatNumber',
      label: t('appointmentColumns.seatNumber'),
      cell: (row) => row.seatNumber,
      isSortable: true,
      isFigure: true,
    },
    { name: 'state', label: t('office.state'), cell: (row) => t(`office.state_${row.state}`) },
  ];
}

type OptionsProps = {
  readonly options: PrintOptions;
  readonly setOptions: (options: PrintOptions) => void;
};

function Options({ options, setOptions }: OptionsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.options}>
      <legend>{t('examPrint.options')}</legend>
      {printOptions.map((name) => (
        <Checkbox
          key={name}
          label={t(`examPrint.${name}`)}
          checked={options[name]}
          onChange={(event) => setOptions({ ...options, [name]: event.currentTarget.checked })}
        />
      ))}
      <p className={classes.quiet}>
        {t('examPrint.runningTicks')} {!options.key && t('examPrint.printedStay')}
      </p>
    </fieldset>
  );
}

const source: ListSource<typeof listAppointments> = { path: 'appointments', cacheKey: ['appointments'] };
/** The most students selected at once. */
const maxPapersAtOnce = 500;

/** Chooses papers by exam and session, prepares them and prints them in batches (PRINT-1). */
export function Screen() {
  const { t } = useTranslation();
  const [query, setQuery] = useAddressQuery('AdminExamPrint', [
    'examCustomId',
    'examSessionId',
    'examRoomId',
    'examRoomSlotId',
    'from',
    'to',
  ]);
  const examCustomId = query.filters.examCustomId as number | undefined;
  const examSessionId = query.filters.examSessionId as number | undefined;
  const examRoomId = query.filters.examRoomId as number | undefined;
  const examRoomSlotId = query.filters.examRoomSlotId as number | undefined;
  const day = query.filters.from as string | undefined;
  const isChosen = examCustomId !== undefined && examSessionId !== undefined;
  // For a network failure on exam day: everyone in a room, whichever exam they sit.
  const isRoom = examRoomId !== undefined && day !== undefined;
  const exams = useSelectOptions('getExamCustom');
  const sessions = useSelectOptions('sessions');
  const rooms = useSelectOptions('examrooms');
  const slots = useRoomSlots(examRoomId);
  const columns = useColumns();
  const list = useList(source, [query, setQuery]);
  const students = useSelection<Appointment>({
    idOf: (row) => row.id,
    label: (row) => t('examPrint.selectStudent', { name: row.studentName }),
  });
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const templateIds = useMemo(() => templates.map(({ groupId }) => groupId), [templates]);
  const [options, setOptions] = useState(defaultOptions);
  const [printing, setPrinting] = useState<{ readonly freeze: boolean }>();
  const askToFreeze = useFreezeQuestion();
  const count = students.rows.length + templates.length;
  const printsSomething = options.cover || options.paper || options.sheet || options.correlation;

  const choose = (change: Readonly<Record<string, number | string | undefined>>) => {
    students.clear();
    setTemplates([]);
    setQuery(withFilters(query, change));
  };
  const selectAll = async () => {
    const { data } = await callList<typeof listAppointments>('GET appointments', {
      query: { ...requestOf(query), skip: 0, take: maxPapersAtOnce },
    });
    students.selection.selectPage?.(data, true);
  };

  // Only what the server has prepared is frozen; the rest is asked about again, after a failure or going back at once.
  const frozen = useRef(new Set<number>());
  // The server knows of a template that can be changed again, so the rows chosen before do not decide.
  const wasRefused = useRef(false);
  const onRefused = useCallback(() => {
    wasRefused.current = true;
  }, []);
  const { key } = options;
  const onPrepared = useCallback(
    (ids: readonly number[]) => {
      for (const id of key ? [] : ids) frozen.current.add(id);
    },
    [key],
  );
  const prepare = async () => {
    const open = templates.filter(
      (one) => wasRefused.current || (couldChange(one) && !frozen.current.has(one.groupId)),
    );
    const decision = key ? 'nothing' : await askToFreeze(open);
    if (decision !== 'declined') setPrinting({ freeze: decision === 'confirmed' });
  };

  if (printing)
    return (
      <PrintRun
        students={students.rows}
        templates={templateIds}
        options={options}
        freeze={printing.freeze}
        onPrepared={onPrepared}
        onRefused={onRefused}
        onBack={() => setPrinting(undefined)}
      />
    );
  return (
    <Page
      title={t('screens.AdminExamPrint')}
      description={
        <>
          <BackLink href={addressOf('Dashboard')}>{t('common.home')}</BackLink>
          <DescriptionParts>{t('examPrint.lead')}</DescriptionParts>
        </>
      }
      actions={
        <Button
          leftSection={<PrintIcon size={16} />}
          disabled={count === 0 || !printsSomething}
          title={count === 0 || !printsSomething ? t('examPrint.nothing') : undefined}
          onClick={() => void prepare()}
        >
          {count === 0 ? t('examPrint.prepareNone') : t('examPrint.prepare', { count })}
        </Button>
      }
      filters={
        <>
          <FilterSelect
            label={t('examPrint.exam')}
            data={exams.data ?? []}
            value={examCustomId}
            onChange={(id) => choose({ examCustomId: id })}
          />
          <FilterSelect
            label={t('examPrint.session')}
            data={sessions.data ?? []}
            value={examSessionId}
            onChange={(id) => choose({ examSessionId: id })}
          />
          <DayInput
            className={classes.day ?? ''}
            label={t('examPrint.day')}
            isLabelHidden
            value={day}
            onChange={(chosen) => choose({ from: chosen, to: chosen })}
          />
          <FilterSelect
            label={t('examPrint.room')}
            data={rooms.data ?? []}
            value={examRoomId}
            onChange={(id) => choose({ examRoomId: id, examRoomSlotId: undefined })}
          />
          {examRoomId !== undefined && (
            <FilterSelect
              label={t('appointmentColumns.examRoomSlot')}
              data={slots.data ?? []}
              value={examRoomSlotId}
              onChange={(id) => choose({ examRoomSlotId: id })}
            />
          )}
        </>
      }
    >
      {isChosen || isRoom ? (
        <div className={classes.choosing}>
          <Options options={options} setOptions={setOptions} />
          {isChosen && (
            <TemplatePanel
              key={`${examCustomId} ${examSessionId}`}
              examCustomId={examCustomId}
              sessionId={examSessionId}
              selected={templates}
              onSelect={setTemplates}
            />
          )}
          <section aria-labelledby="print-students">
            <div className={classes.bar}>
              <h2 id="print-students" className={classes.heading}>
                {t('examPrint.students')}
              </h2>
              <SearchBox
                search={query.search}
                onSearch={(search) => setQuery({ ...query, search, page: 1 })}
                label={t('crud.search')}
              />
              {list.total > 0 && (
                <Button variant="default" onClick={() => void selectAll()}>
                  {t('examPrint.selectAll', { count: Math.min(list.total, maxPapersAtOnce) })}
                </Button>
              )}
            </div>
            <List
              list={list}
              label={t('examPrint.students')}
              columns={columns}
              idOf={(row) => row.id}
              nameOf={(row) => row.studentName}
              selection={students.selection}
              empty={{ title: t('examPrint.noStudents') }}
            />
          </section>
        </div>
      ) : (
        <EmptyState icon={<PrintIcon size={28} />} title={t('examPrint.chooseFirst')}>
          {t('examPrint.chooseHint')}
        </EmptyState>
      )}
    </Page>
  );
}

import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  creditOutage,
  declineOutage,
  listOutages,
  OpenOutage,
  OutageSitting,
  outageSittings,
} from '#contract/outages.ts';
import { isTooLongToCredit } from '#domain/exam-taking/outage.ts';
import { call } from '#web/api/client.ts';
import { formatDateTime, formatTime } from '#web/base/format.ts';
import { notifyWarning } from '#web/base/notify.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { type ListSource, useList } from '#web/list/use-list.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './administration.module.css';

const key = ['administration', 'outages'];
const everyTenSeconds = 10_000;

const sittingSource = (id: number): ListSource<typeof outageSittings> => ({
  path: `administration/outages/${id}/sittings`,
  cacheKey: [...key, String(id)],
  staleTime: 0,
});

function useColumns(): readonly Column<OutageSitting>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'student',
      label: t('administration.outageStudent'),
      cell: ({ studentName }) => studentName,
      isRowName: true,
    },
    {
      name: 'exam',
      label: t('administration.outageExam'),
      wraps: true,
      cell: ({ examName, room }) => `${examName}, ${room}`,
    },
    {
      name: 'minutes',
      label: t('administration.outageMinutes'),
      isFigure: true,
      cell: ({ minutes, problem }) =>
        problem === null ? `+${minutes}` : t(`administration.outageProblem_${problem}`),
    },
    {
      name: 'deadline',
      label: t('administration.outageDeadline'),
      cell: ({ deadline, newDeadline }) => `${formatTime(deadline)} → ${formatTime(newDeadline)}`,
    },
  ];
}

function Sittings({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  return (
    <List
      list={useList(sittingSource(id), useListQuery({}))}
      label={t('administration.outageSittings')}
      columns={useColumns()}
      idOf={(row) => row.id}
      nameOf={({ studentName }) => studentName}
      empty={{ title: t('administration.outageNoSittings'), icon: <CheckIcon size={28} /> }}
    />
  );
}

function OutagePanel({ outage }: { readonly outage: OpenOutage }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { sending, refused, attempt } = useAttempt();
  const { id, sittings, impossible, leastMinutes, mostMinutes } = outage;
  const times = { from: formatDateTime(outage.from), until: formatTime(outage.until) };
  const [reason, setReason] = useState(() => t('administration.outageReason', times));
  const isTooLong = isTooLongToCredit({ from: Date.parse(outage.from), until: Date.parse(outage.until) });
  const effect = isTooLong
    ? t('administration.outageTooLong')
    : leastMinutes === mostMinutes
      ? t('administration.outageEffect', { count: mostMinutes })
      : t('administration.outageEffects', { least: leastMinutes, most: mostMinutes });

  const decide = async (
    asked: { title: string; message: string; confirmLabel: string },
    work: () => Promise<unknown>,
  ) => {
    const message = `${t('administration.outageWhen', times)} ${asked.message}`;
    if (!(await confirm({ ...asked, message }))) return;
    await attempt(work);
    await client.invalidateQueries({ queryKey: key });
  };
  const creditQuestion = {
    title: t('administration.outageCreditTitle'),
    message: effect,
    confirmLabel: t('administration.outageCredit'),
  };
  const declineQuestion = {
    title: t('administration.outageDeclineTitle'),
    message: t('administration.outageDeclineEffect'),
    confirmLabel: t('administration.outageDecline'),
  };
  const credit = () =>
    decide(creditQuestion, async () => {
      const { seatTakenNext } = await call<typeof creditOutage>('POST administration/outages/:id/credit', {
        params: { id },
        body: { reason },
        handled: true,
      });
      const names = seatTakenNext.map((one) => `${one.studentName} (${one.names})`).join('; ');
      if (names !== '') notifyWarning(t('administration.outageSeatsNext', { names }));
    });
  const decline = () =>
    decide(declineQuestion, () =>
      call<typeof declineOutage>('POST administration/outages/:id/decline', {
        params: { id },
        handled: true,
      }),
    );
  return (
    <section aria-labelledby={`outage-${id}`}>
      <h2 id={`outage-${id}`} className={classes.heading}>
        {t('administration.outage')}
      </h2>
      <Alert color="yellow" variant="light" mb="sm">
        <p>{t('administration.outageWhen', times)}</p>
        <p>{t('administration.outageCount', { count: sittings })}</p>
        <p>{effect}</p>
        {impossible > 0 && !isTooLong && <p>{t('administration.outageImpossible', { count: impossible })}</p>}
        <p>{t('administration.outageDecideBy', { time: formatTime(outage.decideBy) })}</p>
      </Alert>
      <Sittings id={id} />
      <RefusalAlert refused={refused} />
      <TextInput
        mt="sm"
        label={t('administration.outageReasonLabel')}
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group mt="sm">
        <Button disabled={isTooLong || reason.trim() === ''} loading={sending} onClick={() => void credit()}>
          {t('administration.outageCredit')}
        </Button>
        <Button variant="default" disabled={sending} onClick={() => void decline()}>
          {t('administration.outageDecline')}
        </Button>
      </Group>
    </section>
  );
}

/** The outages that wait for a decision, each with the sittings it affected and two buttons (SAFE-12). */
export function OutagePanels() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call<typeof listOutages>('GET administration/outages', { signal, handled: true }),
    refetchInterval: everyTenSeconds,
  });
  return data?.map((outage) => <OutagePanel key={outage.id} outage={outage} />);
}

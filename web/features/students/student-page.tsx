import { FactList } from '#web/ui/fact-list.tsx';
import '@mantine/core/styles/Anchor.css';
import { Anchor, Badge, Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudentPage as Data, studentHistory, studentPage } from '#contract/student-page.ts';
import { type Address, addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { mayOpen } from '#domain/access/screens.ts';
import { call } from '#web/api/client.ts';
import { makeOneTimePassword } from '#web/api/one-time-password.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { ShortTable } from '#web/list/short-table.tsx';
import { useList } from '#web/list/use-list.ts';
import { useAccountActions } from '#web/records/account-calls.ts';
import { AccountState } from '#web/records/account-state.tsx';
import { useEntryName, useLogColumns } from '#web/records/log-entries.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { OneTimePassword } from '#web/ui/one-time-password.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { PersonPrivacy } from './person-privacy.tsx';
import classes from './student-page.module.css';

const cacheKey = (id: number) => ['studentPage', id];

function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <FactList facts={facts.filter(([, value]) => value !== null && value !== '')} className={classes.facts} />
  );
}

type RowsProps = ComponentProps<typeof ShortTable> & { readonly empty: string };

function Rows({ empty, ...table }: RowsProps) {
  return table.rows.length === 0 ? <p className={classes.quiet}>{empty}</p> : <ShortTable {...table} />;
}

function Enrolments({ enrolments }: Pick<Data, 'enrolments'>) {
  const { t } = useTranslation();
  return (
    <Rows
      label={t('studentPage.enrolments')}
      head={[
        t('entities.student.collegeName'),
        t('entities.student.sectionName'),
        t('entities.student.seriesName'),
        t('entities.student.year'),
        t('entities.student.groupeNumber'),
        t('entities.student.nrMatricol'),
      ]}
      rows={enrolments.map(({ id, collegeName, sectionName, seriesName, year, groupeNumber, nrMatricol }) => [
        id,
        [collegeName, sectionName, seriesName, year, groupeNumber ?? '-', nrMatricol ?? '-'],
      ])}
      empty=""
    />
  );
}

function Appointments({ appointments }: Pick<Data, 'appointments'>) {
  const { t } = useTranslation();
  return (
    <Rows
      label={t('studentPage.appointments')}
      head={[
        t('studentPage.exam'),
        t('studentPage.when'),
        t('studentPage.where'),
        t('studentPage.extraTime'),
        t('studentPage.state'),
      ]}
      rows={appointments.map((one) => [
        one.id,
        [
          one.examCustom,
          `${formatDate(one.examDate)} ${one.examRoomSlot}–${one.endHour}`,
          t(one.examRow === '-' ? 'studentPage.seatAlone' : 'studentPage.seat', {
            room: one.examRoom,
            row: one.examRow,
            seat: one.seatNumber,
          }),
          one.extraTime === 0 ? '-' : t('studentPage.minutes', { count: one.extraTime }),
          <Badge key="state" color={one.state === 'missed' ? 'red' : 'brand'}>
            {t(`studentPage.state_${one.state}`)}
          </Badge>,
        ],
      ])}
      empty={t('studentPage.noAppointments')}
    />
  );
}

function Sittings({ sittings }: Pick<Data, 'sittings'>) {
  const { t } = useTranslation();
  const number = (value: number | null) => (value === null ? '-' : formatNumber(value, currentLanguage(), 2));
  return (
    <Rows
      label={t('studentPage.sittings')}
      head={[
        t('studentPage.exam'),
        t('studentPage.started'),
        t('studentPage.finished'),
        t('studentPage.score'),
        t('studentPage.grade'),
        t('studentPage.paper'),
      ]}
      rows={sittings.map((one) => [
        one.examId,
        [
          <span key="name">
            {one.name}
            <span className={classes.quiet}> · {one.examName}</span>
            {one.annulled && (
              <Badge ml={6} color="red">
                {t('studentPage.annulled')}
              </Badge>
            )}
            {one.contests.map(({ id, status }) => (
              <Anchor
                key={id}
                ml={6}
                component={ScreenLink}
                href={addressOf('ExamContest', { examContestId: id })}
              >
                {t('studentPage.contest')}: {t(`studentPage.contest_${status}`)}
              </Anchor>
            ))}
          </span>,
          formatDateTime(one.startedAt),
          one.finishedAt === null
            ? t('studentPage.running')
            : `${formatDateTime(one.finishedAt)}${one.finishCause === 'student' || one.finishCause === null ? '' : ` · ${t(`studentPage.cause_${one.finishCause}`)}`}`,
          one.score === null ? '-' : `${number(one.score)} / ${number(one.maxPoints)}`,
          <strong key="grade">{number(one.grade)}</strong>,
          one.finishedAt === null ? (
            '-'
          ) : (
            <Anchor
              key="open"
              component={ScreenLink}
              href={addressOf('ExamsPreview', { examId: one.examId })}
              aria-label={t('studentPage.openPaperOf', { name: one.name })}
            >
              {t('studentPage.openPaper')}
            </Anchor>
          ),
        ],
      ])}
      empty={t('studentPage.noSittings')}
    />
  );
}

type AccountProps = { readonly page: Data; readonly account: NonNullable<Data['account']> };

function AccountPanel({ page, account }: AccountProps) {
  const { t } = useTranslation();
  const name = `${page.lastName} ${page.firstName}`;
  const { userId, disabledAt, password, isSitting, mayChange } = account;
  const acted = { userId, name, isSitting };
  const { disable, enable, sendLink } = useAccountActions([cacheKey(page.id)]);
  const isLocal = password !== 'directory';
  return (
    <>
      <Facts
        facts={[
          [t('records.state'), <AccountState key="state" {...account} />],
          [t('records.lastSignIn'), formatDateTime(account.lastSignInAt)],
          [t('studentPage.signedIn'), t(account.isSignedIn ? 'crud.yes' : 'crud.no')],
          ...(disabledAt === null
            ? []
            : [[t('studentPage.disabledAt'), formatDateTime(disabledAt)] as const]),
        ]}
      />
      {mayChange ? (
        <Group gap="xs" mt="sm">
          {disabledAt === null && isLocal && (
            <>
              <Button size="sm" variant="default" onClick={() => void sendLink(acted)}>
                {t('records.sendLink')}
              </Button>
              <OneTimePassword
                row={name}
                withLabel
                make={() => makeOneTimePassword({ id: userId, userId })}
              />
            </>
          )}
          {disabledAt === null ? (
            <Button size="sm" variant="light" color="red" onClick={() => void disable(acted)}>
              {t('records.disable')}
            </Button>
          ) : (
            <Button size="sm" onClick={() => void enable(acted)}>
              {t('records.enable')}
            </Button>
          )}
        </Group>
      ) : (
        <p className={classes.quiet}>{t('studentPage.needsAdministrator')}</p>
      )}
    </>
  );
}

function History({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const state = useListQuery({}, 10);
  const list = useList<typeof studentHistory, Record<never, never>>(
    { path: `students/${id}/history`, cacheKey: cacheKey(id) },
    state,
  );
  return (
    <List
      list={list}
      label={t('studentPage.history')}
      columns={useLogColumns()}
      idOf={(entry) => entry.id}
      nameOf={useEntryName()}
      empty={{ title: t('studentPage.noHistory') }}
      isNested
    />
  );
}

function Content({ page }: { readonly page: Data }) {
  const { t } = useTranslation();
  const actor = useActor();
  return (
    <div className={classes.page}>
      <Section id="person" title={t('studentPage.person')}>
        <Facts
          facts={[
            [t('entities.student.email'), page.email],
            [t('entities.student.cnp'), page.cnp],
            [t('entities.student.phoneNumber'), page.phoneNumber],
          ]}
        />
      </Section>
      {page.account && (
        <Section id="account" title={t('studentPage.account')}>
          <AccountPanel page={page} account={page.account} />
        </Section>
      )}
      <Section id="enrolments" title={t('studentPage.enrolments')}>
        <Enrolments enrolments={page.enrolments} />
      </Section>
      <Section id="appointments" title={t('studentPage.appointments')}>
        <Appointments appointments={page.appointments} />
        {may(actor, 'appointment.manage') && mayOpen(actor, 'ExamAppointments', false) && (
          <Anchor component={ScreenLink} href={addressOf('ExamAppointments', { studentId: page.id })}>
            {t('studentPage.book')}
          </Anchor>
        )}
      </Section>
      <Section id="sittings" title={t('studentPage.sittings')}>
        <Sittings sittings={page.sittings} />
      </Section>
      {page.account && may(actor, 'account.manage') && (
        <Section id="privacy" title={t('privacy.title')}>
          <PersonPrivacy userId={page.account.userId} name={`${page.lastName} ${page.firstName}`} />
        </Section>
      )}
      {page.account && (
        <Section id="history" title={t('studentPage.history')}>
          <History id={page.id} />
        </Section>
      )}
    </div>
  );
}

/** Everything about one student that the viewer may see. */
export function StudentPage({ id, back }: { readonly id: number; readonly back: Address }) {
  const { t } = useTranslation();
  const page = useQuery({
    queryKey: cacheKey(id),
    queryFn: ({ signal }) =>
      call<typeof studentPage>('GET students/:id/page', { params: { id }, signal, handled: true }),
  });
  return (
    <Page
      title={page.data ? `${page.data.lastName} ${page.data.firstName}` : t('studentPage.title')}
      description={<BackLink href={back}>{t('studentPage.all')}</BackLink>}
    >
      {page.data ? (
        <Content page={page.data} />
      ) : page.isError ? (
        <ErrorPanel onRetry={() => void page.refetch()}>{textsOfError(page.error).join(' ')}</ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
    </Page>
  );
}

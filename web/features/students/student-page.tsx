import '@mantine/core/styles/Anchor.css';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudentPage as Data, studentHistory, studentPage } from '#contract/student-page.ts';
import { type Address, addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { mayOpen } from '#domain/access/screens.ts';
import { call } from '#web/api/client.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { useEntryName, useLogColumns } from '#web/records/log-entries.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { PersonPrivacy } from './person-privacy.tsx';
import { AccountPanel } from './student-account.tsx';
import { StudentFacts } from './student-facts.tsx';
import classes from './student-page.module.css';
import { Appointments, Enrolments, Sittings } from './student-tables.tsx';

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
        <StudentFacts
          facts={[
            [t('entities.student.email'), page.email],
            [t('entities.student.cnp'), page.cnp],
            [t('entities.student.phoneNumber'), page.phoneNumber],
          ]}
        />
      </Section>
      {page.account && (
        <Section id="account" title={t('studentPage.account')}>
          <AccountPanel page={page} account={page.account} cacheKey={cacheKey(page.id)} />
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

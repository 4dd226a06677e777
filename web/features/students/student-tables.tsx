import { Anchor, Badge } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudentPage } from '#contract/student-page.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ShortTable } from '#web/list/short-table.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './student-page.module.css';

type RowsProps = ComponentProps<typeof ShortTable> & { readonly empty: string };

function Rows({ empty, ...table }: RowsProps) {
  return table.rows.length === 0 ? <p className={classes.quiet}>{empty}</p> : <ShortTable {...table} />;
}

export function Enrolments({ enrolments }: Pick<StudentPage, 'enrolments'>) {
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

export function Appointments({ appointments }: Pick<StudentPage, 'appointments'>) {
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

export function Sittings({ sittings }: Pick<StudentPage, 'sittings'>) {
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

import type { TFunction } from 'i18next';
import type { Dashboard, Part } from '#contract/dashboard.ts';
import { type Address, addressOf, bankAddress } from '#domain/access/addresses.ts';
import { dashboardLines } from '#domain/access/dashboard-lines.ts';
import { formatDate, formatDateTime, formatNumber, formatPercent, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';

/** One thing to do or to know, with its link. */
export type Line = {
  readonly key: string;
  readonly text: string;
  readonly detail?: string;
  readonly href: Address;
  readonly isUrgent?: boolean;
};
/** Where the lines that are not shown are found; `count` where it is known. */
type Rest = { readonly href: Address; readonly count?: number };

/** Lines of one kind: of a group with a rest, at most as many as a dashboard shows. */
export type Group = {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly most?: number;
  readonly rest?: Rest;
};

/** The lines a group shows; the last can say that there are more. */
export function shownLines(
  t: TFunction,
  { lines, most = dashboardLines.kind, rest }: Omit<Group, 'title'>,
): readonly Line[] {
  if (!rest) return lines;
  const { href, count } = rest;
  if (count !== undefined)
    return count > 0 ? [...lines, { key: 'more', text: t('board.more', { count }), href }] : lines;
  return lines.length > most
    ? [...lines.slice(0, most), { key: 'more', text: t('board.thereIsMore'), href }]
    : lines;
}

const dayAndTime = (moment: string) => ({ day: formatDate(moment), time: formatTime(moment) });

export function teacherGroups(t: TFunction, part: Part<'teacher'>): readonly Group[] {
  return [
    {
      title: t('board.examsToday'),
      rest: { href: addressOf('ExamSchedule') },
      lines: part.examsToday.map(({ examName, room, startsAt, students }) => ({
        key: `${examName} ${room} ${startsAt}`,
        text: `${formatTime(startsAt)} · ${examName}`,
        detail: `${room} · ${t('board.students', { count: students })}`,
        href: addressOf('ExamSchedule'),
      })),
    },
    {
      title: t('board.shortChapters'),
      rest: { href: addressOf('DisciplineList') },
      lines: part.shortChapters.map(({ disciplineId, discipline, chapter, of, asked, available }) => ({
        key: `${disciplineId} ${chapter}`,
        text: `${discipline}${t('common.colon')} ${chapter}`,
        detail: t(`board.shortChapter_${of}`, { asked, available }),
        href: addressOf('DisciplineList', { disciplineId }),
        isUrgent: true,
      })),
    },
    {
      title: t('board.newQuestions'),
      rest: { href: bankAddress({ sort: 'changedAt', desc: 'true' }) },
      lines: part.newQuestions.map(({ disciplineId, discipline, questions }) => ({
        key: String(disciplineId),
        text: discipline,
        detail: t('board.questions', { count: questions }),
        href: bankAddress({ pkDiscipline: disciplineId, sort: 'changedAt', desc: 'true' }),
      })),
    },
  ];
}

/** Contestations that wait for a decision, each session with its deadline. */
export const contestGroup = (t: TFunction, waiting: Dashboard['waitingContests']): Group => ({
  title: t('board.contests'),
  rest: { href: addressOf('Contestations', { view: 'groups' }) },
  lines: waiting.map(({ sessionId, session, until, contests }) => ({
    key: String(sessionId),
    text: t('board.contestsUntil', { count: contests, moment: formatDateTime(until) }),
    detail: session,
    href: addressOf('Contestations', { view: 'groups', sessionId }),
    isUrgent: true,
  })),
});

/** A student's own contestations with their status. */
export const ownContestGroup = (t: TFunction, own: Dashboard['ownContests']): Group => ({
  title: t('board.ownContests'),
  most: dashboardLines.recent,
  rest: { href: addressOf('Contestations') },
  lines: own.map(({ id, examName, status }) => ({
    key: String(id),
    text: examName,
    detail: t(`board.contest_${status}`),
    href: addressOf('ExamContest', { examContestId: id }),
  })),
});

/** A student's grades that were changed without an appeal; the line disappears once the result is opened. */
export const changedGradeGroup = (t: TFunction, changed: Dashboard['changedGrades']): Group => {
  const grade = (value: number) => formatNumber(value, currentLanguage(), 2);
  return {
    title: t('board.changedGrades'),
    rest: { href: addressOf('ExamsPreview') },
    lines: changed.map(({ examId, examName, oldGrade, newGrade }) => ({
      key: String(examId),
      text: examName,
      detail: t('board.changedGrade', { old: grade(oldGrade), new: grade(newGrade) }),
      href: addressOf('ExamResult', { examId }),
      isUrgent: true,
    })),
  };
};

export function secretaryGroups(t: TFunction, part: Part<'secretary'>): readonly Group[] {
  return [
    {
      title: t('board.roomsToday'),
      rest: {
        href: addressOf('Appointments', { from: part.roomsToday[0]?.day, to: part.roomsToday[0]?.day }),
      },
      lines: part.roomsToday.map(({ roomId, room, building, day, startsAt, students }) => ({
        key: `${roomId} ${startsAt}`,
        text: `${formatTime(startsAt)} · ${room}, ${building}`,
        detail: t('board.students', { count: students }),
        href: addressOf('Appointments', { examRoomId: roomId, from: day, to: day }),
      })),
    },
    {
      title: t('board.notServable'),
      rest: { href: addressOf('CustomExams') },
      lines: part.notServable.map(({ customExamId, examName, discipline }) => ({
        key: `${customExamId} ${discipline}`,
        text: examName,
        detail: t('board.notServableDetail', { discipline }),
        href: addressOf('CustomExams', { examId: customExamId }),
        isUrgent: true,
      })),
    },
    {
      title: t('board.importProblems'),
      rest: { href: addressOf('Students', { view: 'notImported' }) },
      lines: part.importProblems.map(({ id, fileName, madeAt, madeBy, rows }) => ({
        key: String(id),
        text: `${fileName} · ${formatDateTime(madeAt)}`,
        detail: `${t('board.rowsNotImported', { count: rows })} · ${t('board.importedBy', { name: madeBy })}`,
        href: addressOf('Students', { view: 'notImported', import: id }),
        isUrgent: true,
      })),
    },
    {
      title: t('board.unbooked'),
      rest: { href: addressOf('Appointments', { view: 'unbooked' }) },
      lines: part.unbooked.map(({ customExamId, examName, sessionId, session, closesAt, students }) => ({
        key: `${customExamId} ${sessionId}`,
        text: `${examName} · ${session}`,
        detail: `${t('board.students', { count: students })} · ${t('board.closes', dayAndTime(closesAt))}`,
        href: addressOf('Appointments', {
          view: 'unbooked',
          examCustomId: customExamId,
          examSessionId: sessionId,
        }),
      })),
    },
  ];
}

export function deanGroups(t: TFunction, part: Part<'dean'>): readonly Group[] {
  return [
    {
      title: t('board.incomplete'),
      rest: { href: addressOf('DisciplineList'), count: part.incompleteCount - part.incomplete.length },
      lines: part.incomplete.map(({ disciplineId, discipline, why }) => ({
        key: String(disciplineId),
        text: discipline,
        detail: t(`board.incomplete_${why}`),
        href: addressOf('DisciplineList', { disciplineId }),
        isUrgent: true,
      })),
    },
    {
      title: t('board.sessions'),
      rest: { href: addressOf('Examinare') },
      lines: part.sessions.map((session) => ({
        key: String(session.id),
        text: `${session.description} · ${formatDate(session.startDate)} – ${formatDate(session.endDate)}`,
        detail: `${t('board.booking', { from: formatDateTime(session.bookingFrom), to: formatDateTime(session.bookingUntil) })} · ${t('board.appointments', { count: session.appointments })}`,
        href: addressOf('Examinare'),
      })),
    },
    {
      title: t('board.passRates'),
      most: dashboardLines.recent,
      rest: { href: addressOf('StudentsExams') },
      lines: part.passRates.map(({ sessionId, session, exams, passed }) => ({
        key: String(sessionId),
        text: session,
        detail: t('board.passRate', {
          percent: formatPercent(passed / exams, currentLanguage()),
          passed: formatNumber(passed, currentLanguage()),
          exams: formatNumber(exams, currentLanguage()),
        }),
        href: addressOf('StudentsExams', { sessionId }),
      })),
    },
  ];
}

export function adminGroups(t: TFunction, part: Part<'admin'>): readonly Group[] {
  const jobs = addressOf('Admin', { part: 'jobs' });
  const urgent = (key: string, text: string, detail?: string): Line => ({
    key,
    text,
    ...(detail !== undefined && { detail }),
    href: addressOf('Admin'),
    isUrgent: true,
  });
  /** Where the settings of a part can be tested and mended; the administration says more about the others. */
  const settingsOf = { mail: 'mail', directory: 'signIn', disk: undefined, backup: undefined } as const;
  const trouble = (name: Part<'admin'>['troubles'][number]): Line => {
    // Operators with tools of their own take none here.
    if (name === 'noBackup')
      return {
        key: name,
        text: t('board.noBackup'),
        detail: t('board.noBackupDetail'),
        href: addressOf('Admin'),
      };
    const group = settingsOf[name];
    const line = urgent(name, t(`board.trouble_${name}`));
    return group ? { ...line, href: addressOf('Configuration', { group }) } : line;
  };
  const troubles: readonly (Line | false)[] = [
    part.decideBy !== null &&
      urgent(
        'outage',
        t('board.outages', { count: part.openOutages }),
        t('board.decideBy', { moment: formatDateTime(part.decideBy) }),
      ),
    part.areJobsStill && urgent('still', t('board.jobsStill')),
    ...part.troubles.map(trouble),
    part.sealProblems > 0 && urgent('seal', t('board.sealBroken')),
    part.recordFindings > 0 && urgent('records', t('board.recordFindings', { count: part.recordFindings })),
    part.scoreDifferences > 0 &&
      urgent('scores', t('board.scoreDifferences', { count: part.scoreDifferences })),
    part.failedJobs > 0 && {
      key: 'jobs',
      text: t('board.failedJobs', { count: part.failedJobs }),
      href: jobs,
      isUrgent: true,
    },
    part.failedMails > 0 && {
      key: 'mails',
      text: t('board.failedMails', { count: part.failedMails }),
      href: jobs,
      isUrgent: true,
    },
    part.failedSignIns > 0 && {
      key: 'signIns',
      text: t('board.failedSignIns', { count: part.failedSignIns }),
      detail: t('board.failedAccounts', { count: part.failedAccounts }),
      href: addressOf('Admin', { part: 'log', action: 'signInFailed' }),
    },
    ...shownLines(t, {
      rest: { href: addressOf('Imports') },
      lines: part.imports.map(({ id, fileName, madeBy, isPaused }) => ({
        key: `import ${id}`,
        text: t('board.import', { file: fileName }),
        detail: `${t(isPaused ? 'board.importPaused' : 'board.importFailed')} · ${madeBy}`,
        href: addressOf('Imports', { import: id }),
      })),
    }),
  ];
  const lines = troubles.filter((line) => line !== false);
  return [
    {
      title: t('board.health'),
      lines: lines.length > 0 ? lines : [{ key: 'good', text: t('board.allGood'), href: addressOf('Admin') }],
    },
    {
      title: t('board.load'),
      lines: [
        {
          key: 'today',
          text: t('board.appointmentsToday', { count: part.appointmentsToday }),
          ...(part.busiest && {
            detail: t('board.busiest', {
              time: formatTime(part.busiest.startsAt),
              students: t('board.students', { count: part.busiest.students }),
            }),
          }),
          href: addressOf('Appointments'),
        },
        {
          key: 'running',
          text: t('board.running', { count: part.sittingsRunning }),
          href: addressOf('StudentsExams', { state: 'running' }),
        },
      ],
    },
  ];
}

export const studentGroups = (t: TFunction, part: Part<'student'>): readonly Group[] => [
  {
    title: t('board.bookingOpen'),
    rest: { href: addressOf('ExamAppointments') },
    lines: part.booking.map(({ customExamId, examName, session, closesAt }) => ({
      key: `${customExamId} ${session}`,
      text: examName,
      detail: `${session} · ${t('board.closes', dayAndTime(closesAt))}`,
      href: addressOf('ExamAppointments', { examCustomId: customExamId }),
    })),
  },
];

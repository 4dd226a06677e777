import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineEntity, lookupAll } from '../entity.ts';
import { choice, date, dateTime, number, select, text, yesNo } from '../field.ts';

const access = { read: 'session.read', write: 'session.manage' } as const;

export const studyModule = defineEntity({
  name: 'module',
  path: 'modules',
  nouns: ['a study module', 'study modules'],
  table: 'study_modules',
  fields: { index: number({ column: 'position' }), name: text() },
  columns: ['index', 'name'],
  order: 'index',
  access,
});

export const examSession = defineEntity({
  name: 'session',
  path: 'sessions',
  nouns: ['an exam session', 'exam sessions'],
  table: 'exam_sessions',
  fields: {
    description: text(),
    startDate: date(),
    endDate: date({ from: 'startDate' }),
    examScheduleStart: dateTime(),
    examScheduleEnd: dateTime({ from: 'examScheduleStart' }),
    contestStartDate: dateTime(),
    contestEndDate: dateTime({ from: 'contestStartDate' }),
    contestResolveEndDate: dateTime({ from: 'contestEndDate' }),
    examSessionModules: select('modules', {
      multiple: true,
      link: { table: 'exam_session_modules', own: 'exam_session_id', other: 'study_module_id' },
    }),
    gradE_CALC_MODE: choice(scoringModes, {
      required: false,
      byDefault: 'FULL_MATCH',
      column: 'scoring_mode',
    }),
    simulation: yesNo(),
    pregenerateExamSession: yesNo({ column: 'pregenerated' }),
  },
  computed: { moduleNames: lookupAll('examSessionModules', 'name') },
  columns: [
    'id',
    'description',
    'startDate',
    'endDate',
    'examScheduleStart',
    'examScheduleEnd',
    'contestStartDate',
    'contestEndDate',
    'contestResolveEndDate',
    'moduleNames',
    'gradE_CALC_MODE',
    'simulation',
    'pregenerateExamSession',
  ],
  hidden: [
    'id',
    'contestStartDate',
    'contestEndDate',
    'contestResolveEndDate',
    'gradE_CALC_MODE',
    'pregenerateExamSession',
  ],
  order: 'startDate',
  access,
  notFound: 'session.notFound',
});

import { byHook, defineEntity, lookup, lookupAll } from '../entity.ts';
import { email, number, select, table, text, yesNo } from '../field.ts';

/** Accounts that teach; an existing account becomes a teacher by its address. */
export const teacher = defineEntity({
  name: 'teacher',
  path: 'teachers',
  table: 'users',
  fields: { name: text(), email: email() },
  computed: { disciplineCount: byHook('number') },
  columns: ['name', 'email', 'disciplineCount'],
  order: 'name',
  access: { read: 'teacher.read', write: 'teacher.manage' },
  constants: { is_teacher: true },
});

const taughtBy = (part: 'holder' | 'collaborator') =>
  ({
    multiple: true,
    link: {
      table: 'discipline_teachers',
      own: 'discipline_id',
      other: 'email',
      by: 'email',
      fixed: { column: 'part', value: part },
    },
  }) as const;

export const discipline = defineEntity({
  name: 'discipline',
  path: 'disciplines',
  table: 'disciplines',
  fields: {
    description: text(),
    code: text({ maxLength: 20 }),
    universityYearId: select('universityYears'),
    collegeId: select('colleges'),
    sectionId: select('sections', { deps: ['collegeId'] }),
    series: select('series', {
      multiple: true,
      deps: ['sectionId'],
      agrees: 'year',
      link: { table: 'discipline_series', own: 'discipline_id', other: 'series_id' },
    }),
    year: number({ min: 1, max: 8 }),
    semester: number({ min: 1, max: 2 }),
    holders: select('teachers', taughtBy('holder')),
    collaborators: select('teachers', { ...taughtBy('collaborator'), required: false }),
    chapters: table('chapters'),
  },
  computed: {
    universityYear: lookup('universityYearId', 'name'),
    collegeName: lookup('collegeId', 'name'),
    sectionName: lookup('sectionId', 'name'),
    seriesNames: lookupAll('series', 'name'),
    holderNames: lookupAll('holders', 'name'),
    collaboratorNames: lookupAll('collaborators', 'name'),
    questionCount: byHook('number'),
    mayEdit: byHook('flag'),
    mayEditChapters: byHook('flag'),
  },
  columns: [
    'code',
    'description',
    'holderNames',
    'collaboratorNames',
    'sectionName',
    'seriesNames',
    'year',
    'semester',
    'questionCount',
    'collegeName',
    'universityYear',
  ],
  hidden: ['collaboratorNames', 'semester', 'collegeName', 'universityYear'],
  order: 'description',
  thenBy: 'code',
  writable: 'mayEdit',
  access: { read: 'discipline.read', write: 'discipline.manage' },
  lockedWhenUsed: { fields: ['sectionId', 'series'], refusal: 'discipline.placeInUse' },
});

export const chapter = defineEntity({
  name: 'chapter',
  path: 'chapters',
  table: 'chapters',
  fields: {
    disciplineId: select('disciplines', { itemText: 'description' }),
    code: text({ maxLength: 20 }),
    description: text({ maxLength: 300 }),
    examOnly: yesNo(),
  },
  computed: {
    disciplineDescription: lookup('disciplineId', 'description'),
    totalQuestionCount: byHook('number'),
    mayEdit: byHook('flag'),
  },
  columns: ['code', 'description', 'totalQuestionCount', 'examOnly'],
  order: 'code',
  parent: { path: 'disciplines', via: 'disciplineId', open: 'mayEditChapters' },
  deletesToo: { rows: 'question', count: 'totalQuestionCount' },
  writable: 'mayEdit',
  access: { read: 'chapter.read', write: 'chapter.manage' },
  lockedWhenUsed: { fields: ['disciplineId'], refusal: 'chapter.disciplineInUse' },
});

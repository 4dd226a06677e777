import { countOf, defineEntity, lookup } from '../entity.ts';
import { choice, number, select, table, text, threeState } from '../field.ts';

const access = { read: 'faculty.read', write: 'faculty.manage' } as const;
const percents = {
  defaultPSimpleQuestions: number({ required: false, max: 100 }),
  defaultPMultipleQuestions: number({ required: false, max: 100 }),
  allowEditPercent: threeState(),
} as const;

export const college = defineEntity({
  name: 'college',
  path: 'colleges',
  table: 'colleges',
  fields: { code: text({ maxLength: 20 }), name: text(), ...percents, sections: table('sections') },
  computed: { sectionCount: countOf('sections') },
  columns: [
    'code',
    'name',
    'defaultPSimpleQuestions',
    'defaultPMultipleQuestions',
    'allowEditPercent',
    'sectionCount',
  ],
  order: 'name',
  access,
});

export const section = defineEntity({
  name: 'section',
  path: 'sections',
  table: 'sections',
  fields: {
    collegeId: select('colleges'),
    code: text({ maxLength: 20 }),
    name: text(),
    ...percents,
    series: table('series'),
  },
  computed: { collegeName: lookup('collegeId', 'name'), seriesCount: countOf('series') },
  columns: [
    'code',
    'name',
    'defaultPSimpleQuestions',
    'defaultPMultipleQuestions',
    'allowEditPercent',
    'seriesCount',
  ],
  order: 'name',
  parent: { path: 'colleges', via: 'collegeId' },
  access,
});

/** The languages a series is taught in, in the university's spelling. */
export const seriesLanguages = ['Romana', 'English', 'Maghiara'] as const;

export const series = defineEntity({
  name: 'serie',
  path: 'series',
  nouns: ['a series', 'series'],
  table: 'series',
  fields: {
    sectionId: select('sections'),
    code: number(),
    name: text(),
    year: number({ min: 1, max: 8 }),
    langCode: choice(seriesLanguages, { required: false }),
  },
  computed: { sectionName: lookup('sectionId', 'name') },
  columns: ['code', 'name', 'year', 'langCode'],
  order: 'code',
  parent: { path: 'sections', via: 'sectionId' },
  access,
});

import { byHook, defineEntity, lookup, lookupAll, ownId } from '../entity.ts';
import { email, number, select, text } from '../field.ts';

export const student = defineEntity({
  name: 'student',
  path: 'students',
  table: 'students',
  fields: {
    lastName: text(),
    firstName: text(),
    email: email(),
    cnp: text({ maxLength: 20, personal: true }),
    phoneNumber: text({ maxLength: 30, personal: true }),
    collegeId: select('colleges'),
    sectionId: select('sections', { deps: ['collegeId'] }),
    seriesId: select('series', { deps: ['sectionId'], agrees: 'year' }),
    year: number({ min: 1, max: 8 }),
    externalId: text({ required: false, maxLength: 40 }),
    nrMatricol: text({ required: false, maxLength: 40, column: 'matricol' }),
    groupeNumber: text({ required: false, maxLength: 20, column: 'group_number' }),
  },
  computed: {
    collegeName: lookup('collegeId', 'name'),
    sectionName: lookup('sectionId', 'name'),
    seriesName: lookup('seriesId', 'name'),
    language: lookup('seriesId', 'langCode'),
    pkStudent: ownId(),
    /** The account of the address, for staff who create a one-time password for it. */
    userId: byHook('count'),
  },
  columns: [
    'id',
    'externalId',
    'nrMatricol',
    'lastName',
    'firstName',
    'email',
    'collegeName',
    'sectionName',
    'seriesName',
    'year',
    'cnp',
    'phoneNumber',
  ],
  hidden: ['id', 'externalId', 'collegeName', 'cnp', 'phoneNumber'],
  order: 'lastName',
  thenBy: 'firstName',
  filters: ['collegeId', 'sectionId', 'seriesId', 'year'],
  access: { read: 'student.read', write: 'student.manage' },
});

export const secretary = defineEntity({
  name: 'secretar',
  path: 'secretars',
  table: 'secretaries',
  fields: {
    email: email(),
    college: select('colleges', { column: 'college_id' }),
    section: select('sections', { required: false, deps: ['college'], column: 'section_id' }),
    series: select('series', {
      required: false,
      multiple: true,
      deps: ['college', 'section'],
      agrees: 'year',
      link: { table: 'secretary_series', own: 'secretary_id', other: 'series_id' },
    }),
    year: number({ max: 8 }),
  },
  computed: {
    userId: byHook('count'),
    collegeName: lookup('college', 'name'),
    sectionName: lookup('section', 'name'),
    seriesNames: lookupAll('series', 'name'),
  },
  columns: ['id', 'email', 'collegeName', 'sectionName', 'seriesNames', 'year'],
  hidden: ['id'],
  order: 'email',
  access: { read: 'secretary.read', write: 'secretary.manage' },
});

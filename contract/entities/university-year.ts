import { defineEntity, joined } from '../entity.ts';
import { number } from '../field.ts';

export const universityYear = defineEntity({
  name: 'universityYear',
  path: 'universityYears',
  nouns: ['a university year', 'university years'],
  table: 'university_years',
  fields: {
    startYear: number({ required: false, min: 1900, max: 2200 }),
    endYear: number({ required: false, min: 1900, max: 2200, from: 'startYear' }),
  },
  computed: { name: joined('–', 'startYear', 'endYear') },
  columns: ['startYear', 'endYear'],
  order: 'startYear',
  access: { read: 'year.read', write: 'year.manage' },
});

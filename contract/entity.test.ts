import { expect, it } from 'vitest';
import { defineEntity } from './entity.ts';
import { choice, number, select, text, yesNo } from './field.ts';

const fields = {
  name: text(),
  year: number({ min: 1, max: 8 }),
  startYear: number({ min: 1950, max: 2100 }),
  price: number({ required: false }),
  share: number({ max: 1, integer: false }),
  floor: number({ min: -2, max: 9 }),
  collegeId: select('colleges'),
  sectionId: select('sections', { deps: ['collegeId'] }),
  mode: choice(['a', 'b']),
  open: yesNo(),
};
const declared = {
  name: 'thing',
  path: 'things',
  table: 'things',
  fields,
  columns: ['name'],
  order: 'name',
  access: { read: 'year.read', write: 'year.manage' },
} as const;

it('[UX-5] filters a list by small numbers and selects; another filter does not compile', () => {
  expect(defineEntity({ ...declared, filters: ['year', 'collegeId', 'sectionId'] }).filters).toEqual([
    'year',
    'collegeId',
    'sectionId',
  ]);
  // @ts-expect-error the filter would offer every year since 1950
  defineEntity({ ...declared, filters: ['startYear'] });
  // @ts-expect-error the filter would offer a million numbers
  defineEntity({ ...declared, filters: ['price'] });
  // @ts-expect-error the numbers between 0 and 1 cannot be listed
  defineEntity({ ...declared, filters: ['share'] });
  // @ts-expect-error an address holds no negative number
  defineEntity({ ...declared, filters: ['floor'] });
  // @ts-expect-error the query would drop a text
  defineEntity({ ...declared, filters: ['name'] });
  // @ts-expect-error the query would drop a choice
  defineEntity({ ...declared, filters: ['mode'] });
  // @ts-expect-error the query would drop a yes or no
  defineEntity({ ...declared, filters: ['open'] });
});

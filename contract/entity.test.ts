import { expect, it } from 'vitest';
import { defineEntity } from './entity.ts';
import { choice, number, select, text, yesNo } from './field.ts';

const fields = {
  name: text(),
  year: number(),
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

it('[UX-5] filters a list by numbers and selects; another filter does not compile', () => {
  expect(defineEntity({ ...declared, filters: ['year', 'collegeId', 'sectionId'] }).filters).toEqual([
    'year',
    'collegeId',
    'sectionId',
  ]);
  // @ts-expect-error the query would drop a text
  defineEntity({ ...declared, filters: ['name'] });
  // @ts-expect-error the query would drop a choice
  defineEntity({ ...declared, filters: ['mode'] });
  // @ts-expect-error the query would drop a yes or no
  defineEntity({ ...declared, filters: ['open'] });
});

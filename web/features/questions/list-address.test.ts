import { describe, expect, it } from 'vitest';
import { everything, listAddress, narrowed, queryOf, viewOf } from './list-address.ts';

const params = { skip: '50', take: '25', pkCollege: '1', pkSection: '2', pkDiscipline: '3', year: '4' };

describe('[QUES-2] the address of the list of questions', () => {
  it('[QUES-2] holds the whole view, so that a link restores it', () => {
    const view = viewOf(params, { chapterId: '9', search: 'inimă', sort: 'text', desc: 'true' });
    expect(listAddress(view)).toBe(
      '/question/50/25/1/2/3/4?chapterId=9&search=inim%C4%83&sort=text&desc=true',
    );
    expect(queryOf(view)).toEqual({
      pkCollege: 1,
      pkSection: 2,
      pkDiscipline: 3,
      year: 4,
      chapterId: 9,
      search: 'inimă',
      skip: 50,
      take: 25,
      sort: 'text',
      desc: 'true',
    });
  });

  it('[QUES-2] zeros mean all', () => {
    expect(listAddress(everything)).toBe('/question/0/50/0/0/0/0');
    const { skip, take, search, ...filters } = queryOf(everything);
    expect([skip, take, search]).toEqual([0, 50, '']);
    expect(Object.values(filters).every((value) => value === undefined)).toBe(true);
  });

  it('[QUES-2] reads invalid values as all, and caps the page size', () => {
    const view = viewOf(
      { skip: '-1', take: '9999', pkCollege: 'x', year: '99' },
      { sort: 'drop', desc: 'true' },
    );
    expect(view).toMatchObject({ skip: 0, take: 500, pkCollege: 0, year: 8, sort: undefined, desc: false });
  });

  it('[UX-7] changing the college resets section, discipline and chapter; changing the year does not', () => {
    const view = viewOf(params, { chapterId: '9' });
    expect(narrowed(view, { pkCollege: 8 })).toMatchObject({
      skip: 0,
      pkCollege: 8,
      pkSection: 0,
      pkDiscipline: 0,
      chapterId: undefined,
    });
    expect(narrowed(view, { pkSection: 8 })).toMatchObject({
      pkCollege: 1,
      pkDiscipline: 0,
      chapterId: undefined,
    });
    expect(narrowed(view, { pkDiscipline: 8 })).toMatchObject({ pkSection: 2, chapterId: undefined });
    expect(narrowed(view, { year: 1 })).toMatchObject({ pkDiscipline: 3, chapterId: 9, skip: 0 });
  });
});

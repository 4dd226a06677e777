import { describe, expect, it } from 'vitest';
import { changesOf, nameOfRow } from './entry-changes.ts';

describe('[ADMIN-2] the changes of an entry', () => {
  it('[ADMIN-2] are the fields that differ, before and after', () => {
    const before = { id: 7, name: 'Sala 1', seats: 20, building: 'A', search: 'sala 1' };
    const after = { id: 7, name: 'Sala 2', seats: 20, building: null, search: 'sala 2' };
    expect(changesOf(before, after)).toEqual([
      { field: 'building', before: 'A', after: null },
      { field: 'name', before: 'Sala 1', after: 'Sala 2' },
    ]);
  });

  it('[ADMIN-2] of a new or deleted row are all its values', () => {
    expect(changesOf(null, { id: 1, code: 'AN', year: 2, phone: null })).toEqual([
      { field: 'code', before: null, after: 'AN' },
      { field: 'year', before: null, after: 2 },
    ]);
    expect(changesOf({ id: 1, code: 'AN' }, null)).toEqual([{ field: 'code', before: 'AN', after: null }]);
  });

  it('[ADMIN-2] name a field whose values are not logged, without values', () => {
    const changes = changesOf({ id: 1 }, { id: 1, hidden: ['password_hash', 'storage_key'] });
    expect(changes).toEqual([{ field: 'password_hash', before: null, after: null }]);
  });

  it('[SAFE-14] show an erased value as erased, and only where it changed', () => {
    const token = (encrypted: string | null) => ({ person: 7, encrypted });
    const before = { id: 1, name: token('00'), email: token('11'), year: 1 };
    expect(changesOf(before, { ...before, name: token('22'), year: 2 })).toEqual([
      { field: 'name', before: { erased: true }, after: { erased: true } },
      { field: 'year', before: 1, after: 2 },
    ]);
    expect(nameOfRow(null, before)).toBeUndefined();
  });

  it('[ADMIN-2] show lists as text and cut what is too long', () => {
    const [change] = changesOf(null, { series: [1, 2], text: 'a'.repeat(600) });
    expect(change).toEqual({ field: 'series', before: null, after: '[1,2]' });
    const [text] = changesOf(null, { text: 'a'.repeat(600) });
    expect(String(text?.after)).toHaveLength(501);
  });
});

describe('[ADMIN-2] the name of a row', () => {
  it('[ADMIN-2] is the name people use', () => {
    expect(nameOfRow(null, { last_name: 'Pop', first_name: 'Ana', email: 'a@b' })).toBe('Pop Ana');
    expect(nameOfRow({ name: 'Sala 1' }, null)).toBe('Sala 1');
    expect(nameOfRow({ description: 'Anatomie', code: 'AN' }, null)).toBe('Anatomie');
    expect(nameOfRow(null, { part_id: 3 })).toBeUndefined();
    expect(nameOfRow(null, null)).toBeUndefined();
  });
});

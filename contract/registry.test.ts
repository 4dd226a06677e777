import { describe, expect, it, test } from 'vitest';
import { permissions } from '#domain/access/permissions.ts';
import { entities, entityAt } from './entities/registry.ts';
import type { Computed, Entity } from './entity.ts';
import { itemSchema } from './item.ts';

const all: readonly Entity[] = entities;
const each = all.map((entity) => [entity.name, entity] as const);

describe('[API-2] the registry of entities', () => {
  it('[API-2] uses each name, path and table once', () => {
    for (const key of ['name', 'path', 'table'] as const) {
      expect(new Set(all.map((entity) => entity[key])).size).toBe(all.length);
    }
  });

  it('[API-2] contains the lists this part of the product serves', () => {
    expect(all.map((entity) => entity.path).sort()).toEqual([
      'chapters',
      'colleges',
      'disciplines',
      'examrooms',
      'examroomslots',
      'modules',
      'rows',
      'secretars',
      'sections',
      'series',
      'sessions',
      'students',
      'teachers',
      'universityYears',
    ]);
  });

  it('[API-2] treats an undeclared path as a defect', () => {
    expect(() => entityAt('nowhere')).toThrow('nowhere');
  });

  test.each(each)('[UX-19] %s: columns and order name existing fields', (_, entity) => {
    const known = ['id', ...Object.keys(entity.fields), ...Object.keys(entity.computed)];
    expect(known).toEqual(expect.arrayContaining([...entity.columns, entity.order]));
    expect(entity.fields[entity.order]?.type).not.toBe('table');
  });

  test.each(each)('[UX-5] %s: no filter is a multiple select', (_, entity) => {
    const filters = (entity.filters ?? []).map((name) => entity.fields[name]);
    expect(filters.filter((field) => field?.type === 'select' && field.multiple)).toEqual([]);
  });

  test.each(each)('[ROLE-11] %s: users who may write may read', (_, entity) => {
    expect(permissions[entity.access.read]).toEqual(
      expect.arrayContaining([...permissions[entity.access.write]]),
    );
  });

  test.each(each)('[UX-7] %s: selects refer to entities and depend on earlier fields', (_, entity) => {
    const names = Object.keys(entity.fields);
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.type !== 'select') continue;
      const items = entityAt(field.items);
      expect([...Object.keys(items.fields), ...Object.keys(items.computed)]).toContain(field.itemText);
      for (const dep of field.deps) {
        expect(names.indexOf(dep)).toBeGreaterThanOrEqual(0);
        expect(names.indexOf(dep)).toBeLessThan(names.indexOf(name));
      }
      // The last dependency is the parent of the listed items.
      const last = entity.fields[field.deps.at(-1) ?? ''];
      expect(last?.type === 'select' ? last.items : items.parent?.path).toBe(items.parent?.path);
      expect(field.link !== undefined).toBe(field.multiple);
    }
  });

  test.each(each)('[UX-5] %s: nested tables and their sums refer to its own children', (_, entity) => {
    const children = Object.values(entity.fields).flatMap((field) =>
      field.type === 'table' ? [field.items] : [],
    );
    for (const path of children) expect(entityAt(path).parent?.path).toBe(entity.path);
    const refersRightly = (computed: Computed): boolean => {
      switch (computed.from) {
        case 'count':
          return children.includes(computed.child);
        case 'sum':
          return (
            children.includes(computed.child) &&
            entityAt(computed.child).fields[computed.field]?.type === 'number'
          );
        case 'lookup':
        case 'lookupAll': {
          const field = entity.fields[computed.field];
          return field?.type === 'select' && field.multiple === (computed.from === 'lookupAll');
        }
        default:
          return true;
      }
    };
    const wrong = Object.entries(entity.computed).filter(([, computed]) => !refersRightly(computed));
    expect(wrong).toEqual([]);
    const flag = { from: 'hook', as: 'flag' };
    const { writable, parent } = entity;
    expect(writable === undefined ? flag : entity.computed[writable]).toEqual(flag);
    expect(parent?.open === undefined ? flag : entityAt(parent.path).computed[parent.open]).toEqual(flag);
    const via = entity.fields[parent?.via ?? ''];
    expect(via?.type === 'select' ? via.items : undefined).toBe(parent?.path);
  });
});

describe('[STRUCT-8] optional fields', () => {
  it('[STRUCT-8] are exactly those the requirements exempt', () => {
    const open = all.flatMap((entity) =>
      Object.entries(entity.fields)
        .filter(([, field]) => !field.required)
        .map(([name]) => `${entity.name}.${name}`),
    );
    expect(open.sort()).toEqual(
      [
        'universityYear.startYear',
        'universityYear.endYear',
        'college.defaultPSimpleQuestions',
        'college.defaultPMultipleQuestions',
        'college.allowEditPercent',
        'college.sections',
        'section.defaultPSimpleQuestions',
        'section.defaultPMultipleQuestions',
        'section.allowEditPercent',
        'section.series',
        'serie.langCode',
        'examroom.rows',
        'examroom.examroomslots',
        'session.gradE_CALC_MODE',
        'session.simulation',
        'session.pregenerateExamSession',
        'student.externalId',
        'student.nrMatricol',
        'student.groupeNumber',
        'secretar.section',
        'secretar.series',
        'discipline.collaborators',
        'discipline.chapters',
        'chapter.examOnly',
      ].sort(),
    );
  });

  it('[STRUCT-2] a series is taught in Romana, English or Maghiara', () => {
    const langCode = entityAt('series').fields.langCode;
    expect(langCode?.type === 'choice' && langCode.items).toEqual(['Romana', 'English', 'Maghiara']);
  });

  it('[STRUCT-4] a session scores with FULL_MATCH by default', () => {
    const mode = entityAt('sessions').fields.gradE_CALC_MODE;
    expect(mode?.type === 'choice' && mode.byDefault).toBe('FULL_MATCH');
  });
});

describe('[API-4] a row in a response', () => {
  const room = { id: 1, name: 'A1', building: 'A', seatNumbers: 40, priority: 1, rowSeats: 30, slotCount: 2 };

  it('[API-4] has id, stored fields and computed columns', () => {
    expect(itemSchema(entityAt('examrooms')).parse(room)).toEqual(room);
  });

  it('[API-4] has nothing else', () => {
    expect(itemSchema(entityAt('examrooms')).safeParse({ ...room, secret: 'x' }).success).toBe(false);
  });

  it('[API-4] optional fields may be null, required ones may not', () => {
    expect(
      itemSchema(entityAt('universityYears')).safeParse({ id: 1, startYear: null, endYear: null, name: null })
        .success,
    ).toBe(true);
    expect(itemSchema(entityAt('examrooms')).safeParse({ ...room, name: null }).success).toBe(false);
  });
});

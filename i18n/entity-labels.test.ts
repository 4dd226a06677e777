import { describe, expect, test } from 'vitest';
import { otherRows } from '#contract/entities/other-rows.ts';
import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import { entities as en } from '#i18n/en/entities.ts';
import { entities as fr } from '#i18n/fr/entities.ts';
import { entities as ro } from '#i18n/ro/entities.ts';

const ofEntities = (entities as readonly Entity[]).flatMap((entity) => [
  ...['the', 'a', 'many', 'gender'].map((form) => `${form}.${entity.name}`),
  ...[...Object.keys(entity.fields), ...Object.keys(entity.computed)].map(
    (column) => `${entity.name}.${column}`,
  ),
  ...Object.values(entity.fields).flatMap((field) =>
    field.type === 'choice' ? field.items.map((item) => `choice.${item}`) : [],
  ),
]);
/** Replaces the usual message that a row was not added or deleted. */
const exceptions = ['notAdded.chapter', 'notDeleted.chapter'];
const needed = [...ofEntities, ...otherRows.map((name) => `many.${name}`), ...exceptions];

describe('[UX-1] the texts of the generic screens', () => {
  test.each([
    ['en', en],
    ['ro', ro],
    ['fr', fr],
  ])('[UX-1] %s has exactly the labels the registry needs', (_, labels: Readonly<Record<string, string>>) => {
    expect(Object.keys(labels).sort()).toEqual([...new Set(needed)].sort());
    expect(Object.values(labels).every((label) => label.trim() !== '')).toBe(true);
  });

  test.each([
    ['ro', ro],
    ['fr', fr],
  ])('[MSG-4] %s knows the gender of every entity', (_, labels: Readonly<Record<string, string>>) => {
    const genders = Object.entries(labels).filter(([key]) => key.startsWith('gender.'));
    expect(genders.every(([, gender]) => gender === 'm' || gender === 'f')).toBe(true);
  });
});

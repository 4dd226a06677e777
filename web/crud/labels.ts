import { useTranslation } from 'react-i18next';
import type { Entity } from '#contract/entity.ts';
import type { EntityLabel } from '#i18n/entity-labels.ts';

export type RowChange = 'created' | 'modified' | 'deleted';

/** The texts of entities, fields and choices, by their registry names. */
export type Labels = {
  readonly field: (entity: Entity, name: string) => string;
  readonly the: (entity: Entity) => string;
  readonly a: (entity: Entity) => string;
  readonly many: (entity: Entity) => string;
  readonly manyNamed: (entityName: string) => string | undefined;
  readonly choice: (item: string) => string;
  readonly done: (entity: Entity, change: RowChange) => string;
  readonly failed: (entity: Entity) => string;
  readonly notAdded: (entity: Entity) => string;
  readonly notDeleted: (entity: Entity) => string;
};

const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const feminine = {
  created: 'createdFeminine',
  modified: 'modifiedFeminine',
  deleted: 'deletedFeminine',
} as const;

export function useLabels(): Labels {
  const { t, i18n } = useTranslation();
  // The registry's names are known only at run time; the types of the catalogues require a label for each.
  const word = (key: string) => t(`entities.${key as EntityLabel}`);
  const optionalWord = (key: string) => (i18n.exists(`entities.${key}`) ? word(key) : undefined);
  const the = (entity: Entity) => word(`the.${entity.name}`);
  return {
    field: (entity, name) => (name === 'id' ? t('crud.id') : word(`${entity.name}.${name}`)),
    the,
    a: (entity) => word(`a.${entity.name}`),
    many: (entity) => word(`many.${entity.name}`),
    manyNamed: (entityName) => optionalWord(`many.${entityName}`),
    choice: (item) => word(`choice.${item}`),
    done: (entity, change) =>
      t(`crud.${word(`gender.${entity.name}`) === 'f' ? feminine[change] : change}`, {
        entity: capitalised(the(entity)),
      }),
    // The entity as used inside a sentence: capitalized in English, with its article in the other languages.
    failed: (entity) => t('crud.failed', { entity: the(entity) }),
    notAdded: (entity) => optionalWord(`notAdded.${entity.name}`) ?? t('crud.couldNotAdd'),
    notDeleted: (entity) => optionalWord(`notDeleted.${entity.name}`) ?? t('crud.couldNotDelete'),
  };
}

import { entityAt } from '#contract/entities/registry.ts';
import type { Computed, Entity } from '#contract/entity.ts';
import type { Field, Link, SelectField } from '#contract/field.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** The alias under which every query of `crud/` reads the entity's table. */
export const ROW = 'r';

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The database column of a field. */
export function columnOf(entity: Entity, name: string): string {
  if (name === 'id') return 'id';
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field.column ?? inSnakeCase(name);
}

/** The fields stored in the entity's own table, without nested tables and link tables. */
export function ownFields(entity: Entity): Array<[string, Field]> {
  return Object.entries(entity.fields).filter(([, field]) => field.type !== 'table' && !linkOf(field));
}

/** The fields stored in link tables. */
export function linkedFields(entity: Entity): Array<[string, SelectField, Link]> {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const link = linkOf(field);
    return field.type === 'select' && link ? [[name, field, link] as const] : [];
  }) as Array<[string, SelectField, Link]>;
}

const linkOf = (field: Field) => (field.type === 'select' ? field.link : undefined);

const isText = (field: Field | undefined) =>
  field?.type === 'text' || field?.type === 'email' || field?.type === 'choice';

/** The entity a field chooses from. */
export function chosenEntity(entity: Entity, name: string): Entity {
  const field = entity.fields[name];
  if (field?.type !== 'select') throw new Error(`${entity.name}.${name} chooses nothing`);
  return entityAt(field.items);
}

/** The link-table rows of one field of a row, under the alias `link`. */
export function linkedTo(sql: Queryable, link: Link, id: Fragment): Fragment {
  const own = sql`${sql(`link.${link.own}`)} = ${id}`;
  return link.fixed ? sql`${own} and ${sql(`link.${link.fixed.column}`)} = ${link.fixed.value}` : own;
}

/** The linked rows of a field of row `r`: `value` of each, in the given order. */
export function linkedValues(
  sql: Queryable,
  chosen: Entity,
  link: Link,
  { value, order }: { value: Fragment; order: Fragment },
): Fragment {
  return sql`array(select ${value} from ${sql(link.table)} link
    join ${sql(chosen.table)} chosen on ${sql(`chosen.${link.by ?? 'id'}`)} = ${sql(`link.${link.other}`)}
    where ${linkedTo(sql, link, sql`${sql(`${ROW}.id`)}`)} order by ${order})`;
}

/** A display column: one stored column, or several joined into one text. */
export function shownColumn(sql: Queryable, entity: Entity, name: string, row: string): Fragment {
  const column = (field: string) => sql`${sql(`${row}.${columnOf(entity, field)}`)}`;
  const computed = entity.computed[name];
  if (computed?.from !== 'joined') return column(name);
  const parts = computed.fields.map(column).reduce((left, right) => sql`${left}, ${right}`);
  return sql`nullif(concat_ws(${computed.by}::text, ${parts}), '')`;
}

/** Whether a column is text, sorted with the Romanian collation. */
export const showsText = (entity: Entity, name: string) =>
  isText(entity.fields[name]) || entity.computed[name]?.from === 'joined';

type ChildScope = (child: Entity, row: string) => Fragment;

/** The SQL of a computed column of row `r`; only children in scope are counted. */
export function computedValue(
  sql: Queryable,
  entity: Entity,
  computed: Exclude<Computed, { from: 'hook' | 'joined' }>,
  childScope: ChildScope,
): Fragment {
  const row = (column: string) => sql(`${ROW}.${column}`);
  switch (computed.from) {
    case 'id':
      return sql`${row('id')}`;
    case 'lookup': {
      const chosen = chosenEntity(entity, computed.field);
      return sql`(select ${shownColumn(sql, chosen, computed.show, 'chosen')} from ${sql(chosen.table)} chosen
        where chosen.id = ${row(columnOf(entity, computed.field))})`;
    }
    case 'lookupAll': {
      const chosen = chosenEntity(entity, computed.field);
      const field = entity.fields[computed.field];
      const link = field && linkOf(field);
      if (!link) throw new Error(`${entity.name}.${computed.field} has no link table`);
      const value = shownColumn(sql, chosen, computed.show, 'chosen');
      return linkedValues(sql, chosen, link, { value, order: sql`${value} collate natural_ro, chosen.id` });
    }
    case 'count':
    case 'sum': {
      const child = entityAt(computed.child);
      if (!child.parent) throw new Error(`${child.name} has no parent`);
      const value =
        computed.from === 'count'
          ? sql`count(*)`
          : sql`coalesce(sum(${sql(`child.${columnOf(child, computed.field)}`)}), 0)`;
      return sql`(select ${value} from ${sql(child.table)} child
        where ${sql(`child.${columnOf(child, child.parent.via)}`)} = ${row('id')} and ${childScope(child, 'child')})`;
    }
  }
}

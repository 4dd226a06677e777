import '#web/ui/screen-styles.ts';
import type { Entity } from '#contract/entity.ts';
import { may } from '#domain/access/permissions.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { TableSection } from './child-tables.tsx';
import { CrudSection } from './crud-section.tsx';
import type { HooksByEntity } from './entity-hooks.ts';
import { useLabels } from './labels.ts';
import { RowDialog } from './row-dialog.tsx';
import { RowList } from './row-list.tsx';
import { useTableState } from './table-state.ts';
import { AddButton, Toolbar } from './toolbar.tsx';

const noHooks: HooksByEntity = {};

function OneTable({ entity, entityHooks }: { readonly entity: Entity; readonly entityHooks: HooksByEntity }) {
  const labels = useLabels();
  const state = useTableState(entity, undefined, entityHooks);
  return (
    <Page
      title={labels.many(entity)}
      actions={state.mayWrite ? <AddButton state={state} /> : undefined}
      filters={<Toolbar state={state} isWhole withSlash />}
    >
      <RowList state={state} level={2} />
      <RowDialog state={state} />
    </Page>
  );
}

type CrudScreenProps = {
  /** One entity fills the page; several stand one under the other. */
  readonly entities: readonly [Entity, ...Entity[]];
  /** The heading of a page with several tables; one table is its own heading. */
  readonly title?: string;
  readonly entityHooks?: HooksByEntity;
};

/** The page of one or several entities. Whoever may not read them sees so, and no call is made. */
export function CrudScreen({ entities, title, entityHooks = noHooks }: CrudScreenProps) {
  const actor = useActor();
  const readable = entities.filter((entity) => may(actor, entity.access.read));
  const [first] = entities;
  if (readable.length === 0) return <NoRights />;
  return (
    <TableSection value={CrudSection}>
      {entities.length === 1 ? (
        <OneTable entity={first} entityHooks={entityHooks} />
      ) : (
        <Page title={title}>
          {readable.map((entity) => (
            <CrudSection key={entity.name} entity={entity} entityHooks={entityHooks} level={2} />
          ))}
        </Page>
      )}
    </TableSection>
  );
}

import './mantine-styles.ts';
import type { Entity } from '#contract/entity.ts';
import { may } from '#domain/access/permissions.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { TableSection } from './child-tables.tsx';
import { CrudSection } from './crud-section.tsx';
import { useLabels } from './labels.ts';
import type { Openings } from './openings.ts';
import { RowDialog } from './row-dialog.tsx';
import { Rows } from './rows.tsx';
import { useTableState } from './table-state.ts';
import { AddButton, ColumnChooser, ExportMenu, SearchBox } from './toolbar.tsx';

const noOpenings: Openings = {};

function OneTable({ entity, openings }: { readonly entity: Entity; readonly openings: Openings }) {
  const labels = useLabels();
  const state = useTableState(entity, undefined, openings);
  return (
    <Page
      title={labels.many(entity)}
      actions={state.mayWrite ? <AddButton state={state} /> : undefined}
      filters={
        <>
          <SearchBox state={state} withSlash />
          <ColumnChooser state={state} />
          <ExportMenu state={state} />
        </>
      }
    >
      <Rows state={state} level={2} />
      <RowDialog state={state} />
    </Page>
  );
}

type CrudScreenProps = {
  /** One entity fills the page; several stand one under the other. */
  readonly entities: readonly [Entity, ...Entity[]];
  /** The heading of a page with several tables; one table is its own heading. */
  readonly title?: string;
  readonly openings?: Openings;
};

/** The page of one or several entities. Whoever may not read them sees so, and no call is made. */
export function CrudScreen({ entities, title, openings = noOpenings }: CrudScreenProps) {
  const actor = useActor();
  const readable = entities.filter((entity) => may(actor, entity.access.read));
  const [first] = entities;
  if (readable.length === 0) return <NoRights />;
  return (
    <TableSection value={CrudSection}>
      {entities.length === 1 ? (
        <OneTable entity={first} openings={openings} />
      ) : (
        <Page title={title}>
          {readable.map((entity) => (
            <CrudSection key={entity.name} entity={entity} openings={openings} level={2} />
          ))}
        </Page>
      )}
    </TableSection>
  );
}

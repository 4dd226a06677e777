import '#web/ui/screen-styles.ts';
import type { Entity } from '#contract/entity.ts';
import type { ListScreen } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import type { ListQueryState } from '#web/list/list-query.ts';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { TableSection } from './child-tables.tsx';
import { CrudSection, defaultBody, type TableBody } from './crud-section.tsx';
import type { HooksByEntity } from './entity-hooks.ts';
import { useLabels } from './labels.ts';
import { TableQuery } from './table-query.tsx';
import { useTableState } from './table-state.ts';
import { AddButton, Toolbar } from './toolbar.tsx';

const noHooks: HooksByEntity = {};

type OneTableProps = {
  readonly entity: Entity;
  readonly entityHooks: HooksByEntity;
  readonly queryState: ListQueryState;
  readonly body: TableBody;
};

function OneTable({ body, ...props }: OneTableProps) {
  const { entity } = props;
  const labels = useLabels();
  const state = useTableState({ ...props, parent: undefined });
  return (
    <Page
      title={labels.many(entity)}
      actions={state.mayWrite ? <AddButton state={state} /> : undefined}
      filters={<Toolbar state={state} isWhole withSlash />}
    >
      {body(state, 2)}
    </Page>
  );
}

type CrudScreenProps = {
  /** One entity fills the page; several are stacked. */
  readonly entities: readonly [Entity, ...Entity[]];
  /** The heading of a page with several tables; a single table is its own heading. */
  readonly title?: string;
  readonly entityHooks?: HooksByEntity;
  /** The screen whose address holds the tables' queries. */
  readonly screen?: ListScreen;
  /** What each table of the page shows, where the screen adds something to its list or dialog. */
  readonly children?: TableBody;
};

/** The page of one or several entities. Users without the read right see a message, and no request is sent. */
export function CrudScreen({
  entities,
  title,
  entityHooks = noHooks,
  screen,
  children: body = defaultBody,
}: CrudScreenProps) {
  const actor = useActor();
  // The first table has the unprefixed address parameters, whichever other tables the user sees.
  const at = (entity: Entity) => screen && { screen, of: entity === first ? '' : entity.name };
  const readable = entities.filter((entity) => may(actor, entity.access.read));
  const [first] = entities;
  if (readable.length === 0) return <NoRights />;
  return (
    <TableSection value={CrudSection}>
      {entities.length === 1 ? (
        <TableQuery at={at(first)} filters={first.filters}>
          {(queryState) => (
            <OneTable entity={first} entityHooks={entityHooks} queryState={queryState} body={body} />
          )}
        </TableQuery>
      ) : (
        <Page title={title}>
          {readable.map((entity) => (
            <CrudSection
              key={entity.name}
              entity={entity}
              entityHooks={entityHooks}
              level={2}
              at={at(entity)}
              body={body}
            />
          ))}
        </Page>
      )}
    </TableSection>
  );
}

import { type ComponentType, useEffect, useState } from 'react';
import { chunk } from '#web/base/chunk.ts';
import type { CrudDialogProps } from './crud-dialog.tsx';
import type { TableState } from './table-state.ts';

const dialogChunk = chunk(() => import('./crud-dialog.tsx'));

type Arrival =
  | { readonly is: 'pending' }
  | { readonly is: 'here'; readonly Dialog: ComponentType<CrudDialogProps> }
  | { readonly is: 'lost'; readonly error: unknown };

/** The dialog of a table. Forms and schemas are fetched while the rows are being read, for those who may need them. */
export function RowDialog({ state }: { readonly state: TableState }) {
  const { mayWrite, target } = state;
  const [arrival, setArrival] = useState<Arrival>({ is: 'pending' });
  const wanted = target !== undefined;
  useEffect(() => {
    if (!mayWrite) return;
    dialogChunk.load().then(
      ({ CrudDialog }) => setArrival({ is: 'here', Dialog: CrudDialog }),
      // Only whoever opens it has to know; hooks it asks once more.
      (error: unknown) => wanted && setArrival({ is: 'lost', error }),
    );
  }, [mayWrite, wanted]);

  if (arrival.is === 'lost') throw arrival.error;
  if (arrival.is !== 'here') return null;
  const { Dialog } = arrival;
  return (
    <Dialog
      entity={state.entity}
      parent={state.parent}
      entityHooks={state.entityHooks}
      target={target}
      onClose={state.closeDialog}
    />
  );
}

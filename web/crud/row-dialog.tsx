import { type ComponentType, useEffect, useState } from 'react';
import { chunk } from '#web/base/chunk.ts';
import type { CrudDialogProps } from './crud-dialog.tsx';
import type { TableState } from './table-state.ts';

const dialogChunk = chunk(() => import('./crud-dialog.tsx'));

type Arrival =
  | { readonly is: 'pending' }
  | { readonly is: 'here'; readonly Dialog: ComponentType<CrudDialogProps> }
  | { readonly is: 'lost'; readonly error: unknown };

/** The dialog of a table. Its forms and schemas load while the rows load, for users who may write. */
export function RowDialog({ state }: { readonly state: TableState }) {
  const { mayWrite, target } = state;
  const [arrival, setArrival] = useState<Arrival>({ is: 'pending' });
  const isOpen = target !== undefined;
  useEffect(() => {
    if (!mayWrite) return;
    dialogChunk.load().then(
      ({ CrudDialog }) => setArrival({ is: 'here', Dialog: CrudDialog }),
      // The failure is shown only when the dialog is opened, which also retries.
      (error: unknown) => isOpen && setArrival({ is: 'lost', error }),
    );
  }, [mayWrite, isOpen]);

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

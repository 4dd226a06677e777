import { type ComponentType, useEffect, useState } from 'react';
import { chunk } from '#web/base/chunk.ts';
import type { CrudDialogProps } from './crud-dialog.tsx';
import type { DialogParts } from './crud-form.tsx';
import type { TableState } from './table-state.ts';

const dialogChunk = chunk(() => import('./crud-dialog.tsx'));

type Arrival =
  | { readonly status: 'pending' }
  | { readonly status: 'here'; readonly Dialog: ComponentType<CrudDialogProps> }
  | { readonly status: 'lost'; readonly error: unknown };

/** The dialog of a table. Its forms and schemas load while the rows load, for users who may write. */
export function RowDialog({ state, ...parts }: DialogParts & { readonly state: TableState }) {
  const { mayWrite, target } = state;
  const [arrival, setArrival] = useState<Arrival>({ status: 'pending' });
  const isOpen = target !== undefined;
  useEffect(() => {
    if (!mayWrite) return;
    dialogChunk.load().then(
      ({ CrudDialog }) => setArrival({ status: 'here', Dialog: CrudDialog }),
      // The failure is shown only when the dialog is opened, which also retries.
      (error: unknown) => isOpen && setArrival({ status: 'lost', error }),
    );
  }, [mayWrite, isOpen]);

  if (arrival.status === 'lost') throw arrival.error;
  if (arrival.status !== 'here') return null;
  const { Dialog } = arrival;
  return (
    <Dialog
      entity={state.entity}
      parent={state.parent}
      entityHooks={state.entityHooks}
      target={target}
      onClose={state.closeDialog}
      {...parts}
    />
  );
}

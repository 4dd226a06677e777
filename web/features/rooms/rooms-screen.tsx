import { useTranslation } from 'react-i18next';
import { room } from '#contract/entities/room.ts';
import type { Item } from '#contract/item.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { RowDialog } from '#web/crud/row-dialog.tsx';
import { RowList } from '#web/crud/row-list.tsx';
import { Generator } from './generator.tsx';
import { SeatsButton } from './seats-dialog.tsx';

const generator = ({ id, seatNumbers, rowSeats }: Item, changed: () => void) => (
  <Generator
    key={id}
    room={{ id, seats: Number(seatNumbers), seatsInRows: Number(rowSeats ?? 0) }}
    onGenerated={changed}
  />
);

/** Rooms with their rows and slots, which the dialog also generates; seats outside any row count too. */
export function Screen() {
  const { t } = useTranslation();
  const entityHooks: HooksByEntity = {
    examroom: {
      cells: {
        rowSeats: (item) => {
          const rows = Number(item.rowSeats);
          const without = Number(item.seatNumbers) - rows;
          return without > 0 ? t('structure.seatsWithoutRow', { rows, without }) : String(rows);
        },
      },
      actions: (item) => <SeatsButton room={item} />,
    },
  };
  return (
    <CrudScreen screen="Rooms" entities={[room]} entityHooks={entityHooks}>
      {(state, level) => (
        <>
          <RowList state={state} level={level} />
          <RowDialog state={state} beside={generator} />
        </>
      )}
    </CrudScreen>
  );
}

import { useTranslation } from 'react-i18next';
import { room } from '#contract/entities/room.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { Generator } from './generator.tsx';
import { SeatsButton } from './seats-dialog.tsx';

/** Rooms with their rows and slots; seats outside any row count too. */
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
      beside: ({ id, seatNumbers, rowSeats }, changed) => (
        <Generator
          key={id}
          room={{ id, seats: Number(seatNumbers), seatsInRows: Number(rowSeats ?? 0) }}
          onGenerated={changed}
        />
      ),
    },
  };
  return <CrudScreen screen="Rooms" entities={[room]} entityHooks={entityHooks} />;
}

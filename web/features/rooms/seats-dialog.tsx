import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '#contract/item.ts';
import type { MarkedRoomSeat } from '#contract/rooms.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { GridIcon } from '#web/ui/icons.tsx';
import { useLayer } from '#web/ui/layers.ts';
import { usePhone } from '#web/ui/phone.ts';
import { RoomPlan } from '#web/ui/room-plan.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { useRoomCalls, useRoomSeats } from './room-calls.ts';

/** Pressing a seat cycles through its marks. */
const next = { none: 'outOfOrder', outOfOrder: 'accessible', accessible: null } as const;

type Seat = Pick<MarkedRoomSeat, 'examRow' | 'seatNumber'>;
const isSame = (one: Seat, other: Seat) =>
  one.examRow === other.examRow && one.seatNumber === other.seatNumber;

type DialogProps = { readonly room: Item; readonly onClose: () => void };

function SeatsDialog({ room, onClose }: DialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const fetched = useRoomSeats(room.id);
  const { mark } = useRoomCalls(room.id);
  /** Only the pressed seats: somebody else may mark others at the same time. */
  const [changed, setChanged] = useState<readonly MarkedRoomSeat[]>([]);
  const { sending, refused, attempt } = useAttempt();
  useLayer(true, onClose);
  const seats = fetched.data?.map((seat) => changed.find((one) => isSame(one, seat)) ?? seat);
  const press = (pressed: Seat) => {
    const seat = seats?.find((one) => isSame(one, pressed));
    if (!seat) return;
    const others = changed.filter((one) => !isSame(one, pressed));
    setChanged([...others, { ...seat, mark: next[seat.mark ?? 'none'] }]);
  };
  const save = () =>
    attempt(async () => {
      await mark(changed);
      notifySuccess(t('rooms.seatsSaved', { name: String(room.name) }));
      onClose();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      fullScreen={phone}
      size="xl"
      title={t('rooms.seatsOf', { name: String(room.name) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('rooms.seatsHint')}
        </Text>
        <RefusalAlert refused={refused} />
        {seats ? (
          <RoomPlan
            seats={seats.map(({ examRow, seatNumber, mark: given }) => ({
              examRow,
              seatNumber,
              state: given === 'outOfOrder' ? 'outOfOrder' : 'free',
              accessible: given === 'accessible',
            }))}
            states={['outOfOrder']}
            onSeat={press}
          />
        ) : fetched.isError ? (
          <ErrorPanel onRetry={() => void fetched.refetch()}>
            {textsOfError(fetched.error).join(' ')}
          </ErrorPanel>
        ) : (
          <WaitingRows count={4} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={sending} disabled={changed.length === 0} onClick={() => void save()}>
            {t('rooms.saveSeats')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Opens the plan of a room, where seats are marked out of order or accessible. */
export function SeatsButton({ room }: { readonly room: Item }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RowIcon
        tip={t('rooms.seats')}
        label={t('rooms.seatsOf', { name: String(room.name) })}
        icon={<GridIcon />}
        disabled={false}
        onClick={() => setOpened(true)}
      />
      {opened && <SeatsDialog room={room} onClose={() => setOpened(false)} />}
    </>
  );
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/base/store.ts';
import { pendingConfirm, registerConfirmHost } from './confirm.ts';

/** Above the dialog it belongs to, even when that was opened after this host. */
const aboveDialogs = 350;

/** Shows the dialog of `confirm()`; rendered once in each layout that uses it. */
export function ConfirmHost() {
  const { t } = useTranslation();
  const pending = useStore(pendingConfirm);
  const last = useRef(pending);
  if (pending !== undefined) last.current = pending;
  const shown = pending ?? last.current;
  useEffect(registerConfirmHost, []);

  return (
    <Modal
      opened={pending !== undefined}
      data-answered={pending === undefined || undefined}
      onClose={() => pending?.answer(false)}
      title={shown?.title}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
      zIndex={aboveDialogs}
    >
      <Text>{shown?.message}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={() => pending?.answer(false)}>
          {shown?.declineLabel ?? t(shown?.danger ? 'common.keep' : 'common.notNow')}
        </Button>
        <Button color={shown?.danger ? 'red' : 'brand'} onClick={() => pending?.answer(true)}>
          {shown?.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}

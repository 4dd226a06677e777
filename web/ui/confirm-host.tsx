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
  const asked = useStore(pendingConfirm);
  const last = useRef(asked);
  if (asked !== undefined) last.current = asked;
  const shown = asked ?? last.current;
  useEffect(registerConfirmHost, []);

  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.answer(false)}
      title={shown?.title}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
      zIndex={aboveDialogs}
    >
      <Text>{shown?.message}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={() => asked?.answer(false)}>
          {shown?.declineLabel ?? t(shown?.danger ? 'common.keep' : 'common.notNow')}
        </Button>
        <Button color={shown?.danger ? 'red' : 'brand'} onClick={() => asked?.answer(true)}>
          {shown?.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}

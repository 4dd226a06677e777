import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.ts';
import { Copyable } from './copyable.tsx';
import { KeyIcon } from './icons.tsx';
import classes from './one-time-password.module.css';
import { RowIcon } from './row-icon.tsx';

type CreatedPassword = { readonly email: string; readonly password: string };
type Props = {
  /** The name of the account's row. */
  readonly row: string;
  /** A button with its label instead of an icon at the end of a row. */
  readonly withLabel?: boolean;
  /** Creates the password; shows its own notice on failure. */
  readonly make: () => Promise<CreatedPassword>;
};

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className={classes.value}>
        <Copyable text={text} />
      </Text>
    </div>
  );
}

/** Creates a one-time password after a confirmation and shows it once, to print or copy. */
export function OneTimePassword({ row, make, withLabel = false }: Props) {
  const { t } = useTranslation();
  const [made, setMade] = useState<CreatedPassword>();
  const ask = async () => {
    const agreed = await confirm({
      title: t('structure.oneTimeTitle'),
      message: t('structure.oneTimeAsk', { row }),
      confirmLabel: t('structure.oneTimeMake'),
    });
    if (agreed) setMade(await make().catch(() => undefined));
  };
  return (
    <>
      {withLabel ? (
        <Button size="sm" variant="default" leftSection={<KeyIcon />} onClick={() => void ask()}>
          {t('structure.oneTimeTitle')}
        </Button>
      ) : (
        <RowIcon
          tip={t('structure.oneTimeTitle')}
          label={t('structure.oneTime', { row })}
          icon={<KeyIcon />}
          color="gray"
          onClick={() => void ask()}
        />
      )}
      <Modal
        opened={made !== undefined}
        onClose={() => setMade(undefined)}
        title={t('structure.oneTimeTitle')}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        classNames={{ content: classes.slip ?? '' }}
      >
        {made && (
          <Stack gap="md">
            <Text>{t('structure.oneTimeText')}</Text>
            <Line label={t('structure.oneTimeFor')} text={made.email} />
            <Line label={t('structure.oneTimePassword')} text={made.password} />
            <Group justify="flex-end" className={classes.buttons ?? ''}>
              <Button variant="default" onClick={() => window.print()}>
                {t('structure.print')}
              </Button>
              <Button onClick={() => setMade(undefined)}>{t('common.close')}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}

import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnsIcon } from '#web/ui/icons.tsx';
import { useLayer } from '#web/ui/layers.ts';
import type { Column } from './column.ts';

type ColumnChooserProps = {
  readonly columns: readonly Pick<Column<never>, 'name' | 'label'>[];
  readonly shown: readonly string[];
  readonly onToggle: (name: string) => void;
};

/** Chooses the shown columns; the last one cannot be hidden. */
export function ColumnChooser({ columns, shown, onToggle }: ColumnChooserProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useLayer(opened);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ColumnsIcon />}
          aria-expanded={opened}
          onClick={() => setOpened((open) => !open)}
        >
          {t('crud.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map(({ name, label }) => (
            <Checkbox
              key={name}
              size="sm"
              label={label}
              checked={shown.includes(name)}
              disabled={shown.length === 1 && shown.includes(name)}
              onChange={() => onToggle(name)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

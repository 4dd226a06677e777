import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { AddIcon, CloseIcon, ColumnsIcon, DownloadIcon, SearchIcon } from '#web/ui/icons.tsx';
import { useLabels } from './labels.ts';
import { nothingIsOpen, useLayer } from './layers.ts';
import type { TableState } from './table-state.ts';
import classes from './toolbar.module.css';

const typingMilliseconds = 300;

/** The slash key leads to the search of the page, unless someone is typing or a dialog is open. */
function useSlashKey(search: React.RefObject<HTMLInputElement | null>, active: boolean) {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing || !nothingIsOpen())
        return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search, active]);
}

/** Searches while typing, without asking at every letter. */
export function SearchBox({ state, withSlash }: { readonly state: TableState; readonly withSlash: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(state.view.search);
  const search = useDebouncedCallback(
    (search: string) => state.setView((view) => ({ ...view, search, page: 1 })),
    typingMilliseconds,
  );
  useSlashKey(input, withSlash);
  const change = (next: string) => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      ref={input}
      className={classes.search}
      role="searchbox"
      aria-label={`${t('crud.search')}: ${labels.many(state.entity)}`}
      {...(withSlash ? { 'aria-keyshortcuts': '/' } : {})}
      placeholder={t('crud.search')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<SearchIcon />}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('crud.clearSearch')}
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          >
            <CloseIcon size={16} />
          </ActionIcon>
        )
      }
    />
  );
}

/** Which columns are shown; the choice is remembered. */
export function ColumnChooser({ state }: { readonly state: TableState }) {
  const { t } = useTranslation();
  const labels = useLabels();
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
          {state.told.map((column) => (
            <Checkbox
              key={column}
              size="sm"
              label={labels.field(state.entity, column)}
              checked={state.columns.includes(column)}
              disabled={state.columns.length === 1 && state.columns.includes(column)}
              onChange={() => state.toggleColumn(column)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const formats = { xlsx: 'exportExcel', csv: 'exportCsv' } as const;

/** Takes the whole list with it, as searched, sorted and with the chosen columns. */
export function ExportMenu({ state }: { readonly state: Pick<TableState, 'entity' | 'view' | 'columns'> }) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const { entity, view, columns } = state;
  const fetchFile = async (format: keyof typeof formats) => {
    setFetching(true);
    try {
      await download(`${entity.path}/export`, {
        query: {
          format,
          search: view.search.trim(),
          sort: view.sort,
          desc: view.desc ? 'true' : undefined,
          columns: columns.join(','),
          lang: currentLanguage(),
        },
        fileName: `${entity.path}.${format}`,
      });
    } catch {
      // The client has said what went wrong.
    } finally {
      setFetching(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />} loading={fetching}>
          {t('crud.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void fetchFile(format)}>
            {t(`crud.${formats[format]}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function AddButton({ state, quiet }: { readonly state: TableState; readonly quiet?: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels();
  if (!state.mayWrite) return null;
  return (
    <Button
      leftSection={<AddIcon />}
      onClick={state.add}
      {...(quiet ? { variant: 'default', size: 'compact-sm' } : {})}
    >
      {t('crud.add', { entity: labels.a(state.entity) })}
    </Button>
  );
}

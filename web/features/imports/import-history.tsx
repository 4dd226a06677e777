import {
  ActionIcon,
  Anchor,
  Badge,
  Box,
  Group,
  Pagination,
  Skeleton,
  Table,
  VisuallyHidden,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportState, ImportSummary } from '#contract/imports.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { usePhone } from '#web/crud/phone.ts';
import cards from '#web/crud/row-cards.module.css';
import frame from '#web/crud/row-table.module.css';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { DeleteIcon } from '#web/ui/icons.tsx';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { useImports } from './import-calls.ts';
import guide from './import-guide.module.css';
import { useDeleteImport } from './import-removal.ts';

const pageSize = 10;

const colors: Record<ImportState, string> = {
  reading: 'gray',
  ready: 'yellow',
  writing: 'brand',
  done: 'green',
};

export function StateBadge({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation();
  return (
    <Badge variant="light" radius="sm" tt="none" fw={500} color={colors[state]}>
      {t(`importScreen.state_${state}`)}
    </Badge>
  );
}

type ItemProps = { readonly item: ImportSummary };

function OpenLink({ item }: ItemProps) {
  return (
    <Anchor component={PlaceLink} address={`/imports?import=${item.id}`} underline="hover">
      {item.fileName}
    </Anchor>
  );
}

function DeleteButton({ item }: ItemProps) {
  const { t } = useTranslation();
  const remove = useDeleteImport();
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      disabled={item.state === 'reading' || item.state === 'writing'}
      aria-label={t('importScreen.deleteImport', { name: item.fileName })}
      onClick={() => void remove(item)}
    >
      <DeleteIcon />
    </ActionIcon>
  );
}

function HistoryTable({ items }: { readonly items: readonly ImportSummary[] }) {
  const { t } = useTranslation();
  const shown = (value: number) => formatNumber(value, currentLanguage());
  return (
    <Box role="group" className={frame.frame} aria-label={t('importScreen.history')} tabIndex={0}>
      <Table className={frame.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('importScreen.file')}</Table.Th>
            <Table.Th scope="col">{t('importScreen.format')}</Table.Th>
            <Table.Th scope="col">{t('importScreen.madeAt')}</Table.Th>
            <Table.Th scope="col">{t('importScreen.status')}</Table.Th>
            <Table.Th scope="col" data-figure>
              {t('importScreen.questionCount')}
            </Table.Th>
            <Table.Th scope="col" data-figure>
              {t('importScreen.writtenCount')}
            </Table.Th>
            <Table.Th scope="col" className={frame.actions}>
              <VisuallyHidden>{t('crud.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                <OpenLink item={item} />
              </Table.Td>
              <Table.Td>{t(`importScreen.format_${item.format}`)}</Table.Td>
              <Table.Td>{formatDateTime(item.madeAt)}</Table.Td>
              <Table.Td>
                <StateBadge state={item.state} />
              </Table.Td>
              <Table.Td data-figure>{shown(item.rows)}</Table.Td>
              <Table.Td data-figure>{shown(item.written)}</Table.Td>
              <Table.Td className={frame.actions}>
                <DeleteButton item={item} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function HistoryCards({ items }: { readonly items: readonly ImportSummary[] }) {
  const { t } = useTranslation();
  return (
    <ul className={cards.cards} aria-label={t('importScreen.history')}>
      {items.map((item) => (
        <li key={item.id} className={cards.card}>
          <div className={cards.head}>
            <span className={cards.name}>
              <OpenLink item={item} />
            </span>
            <DeleteButton item={item} />
          </div>
          <dl className={cards.facts}>
            <div className={cards.fact}>
              <dt>{t('importScreen.status')}</dt>
              <dd>
                <StateBadge state={item.state} />
              </dd>
            </div>
            <div className={cards.fact}>
              <dt>{t('importScreen.madeAt')}</dt>
              <dd>{formatDateTime(item.madeAt)}</dd>
            </div>
            <div className={cards.fact}>
              <dt>{t('importScreen.writtenCount')}</dt>
              <dd>
                {item.written}/{item.rows}
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The imports made so far, to be returned to. */
export function ImportHistory() {
  const { t } = useTranslation();
  const phone = usePhone();
  const [page, setPage] = useState(1);
  const imports = useImports((page - 1) * pageSize, pageSize);
  const pages = Math.ceil((imports.data?.total ?? 0) / pageSize);
  return (
    <section aria-labelledby="import-history" className={guide.guide}>
      <h2 id="import-history" className={guide.heading}>
        {t('importScreen.history')}
      </h2>
      {imports.isPending && <Skeleton height="6rem" />}
      {imports.isError && (
        <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void imports.refetch()}>
          {textsOfError(imports.error).join(' ')}
        </ErrorPanel>
      )}
      {imports.isSuccess && imports.data.data.length === 0 && (
        <EmptyState title={t('importScreen.historyEmpty')}>{t('importScreen.historyEmptyHint')}</EmptyState>
      )}
      {imports.isSuccess && imports.data.data.length > 0 && (
        <>
          {phone ? <HistoryCards items={imports.data.data} /> : <HistoryTable items={imports.data.data} />}
          {pages > 1 && (
            <Group justify="flex-end" mt="sm">
              <Pagination
                size="sm"
                total={pages}
                value={page}
                onChange={setPage}
                aria-label={t('crud.pages')}
                role="navigation"
                getItemProps={(number) => ({ 'aria-label': t('crud.page', { page: number }) })}
                getControlProps={(control) => ({
                  'aria-label': control === 'previous' ? t('crud.previousPage') : t('crud.nextPage'),
                })}
              />
            </Group>
          )}
        </>
      )}
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import type { HeadingLevel } from './child-tables.tsx';
import { useLabels } from './labels.ts';
import { Paging } from './paging.tsx';
import { usePhone } from './phone.ts';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';
import classes from './rows.module.css';
import type { TableState } from './table-state.ts';

function Empty({ state }: { readonly state: TableState }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const search = state.view.search.trim();
  const nested = state.parent !== undefined;
  const action = t('crud.add', { entity: labels.a(state.entity) });
  const title = search === '' ? t('crud.empty') : t('crud.noMatch', { search });
  const hint =
    search !== ''
      ? t('crud.noMatchHint')
      : state.mayWrite
        ? t('crud.emptyHint', { action })
        : t('crud.emptyReadOnly');
  if (!nested) return <EmptyState title={title}>{hint}</EmptyState>;
  return (
    <p className={classes.quiet}>
      {title}. {hint}
    </p>
  );
}

/** The rows of a table in whatever state they are: on their way, failed, none, or there. */
export function Rows({ state, level }: { readonly state: TableState; readonly level: HeadingLevel }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { rows } = state;
  if (rows.isPending) return <WaitingRows count={state.parent !== undefined ? 2 : 5} />;
  if (rows.isError) {
    return (
      <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void rows.refetch()}>
        {textsOfError(rows.error).join(' ')}
      </ErrorPanel>
    );
  }
  const items = rows.data.data;
  if (items.length === 0) return <Empty state={state} />;
  return (
    <div className={classes.rows} data-stale={rows.isPlaceholderData || undefined}>
      {phone ? (
        <RowCards state={state} items={items} level={level} />
      ) : (
        <RowTable state={state} items={items} level={level} />
      )}
      <Paging state={state} />
    </div>
  );
}

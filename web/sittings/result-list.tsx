import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { useListView } from '#web/crud/list-view.ts';
import { Paging } from '#web/crud/paging.tsx';
import { usePhone } from '#web/crud/phone.ts';
import rows from '#web/crud/rows.module.css';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { type ResultsOf, useResultRows } from './result-calls.ts';
import { ResultCards } from './result-cards.tsx';
import type { PlaceOf } from './result-place.ts';
import { ResultTable } from './result-table.tsx';

type ResultListProps = {
  readonly of: ResultsOf;
  readonly placeOf: PlaceOf;
  readonly label: string;
  /** What stands here while there are none. */
  readonly empty: ReactNode;
};

/** One's results, newest first, a page at a time. */
export function ResultList({ of, placeOf, label, empty }: ResultListProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [view, setView] = useListView();
  const list = useResultRows(of, { skip: (view.page - 1) * view.pageSize, take: view.pageSize });
  if (list.isPending) return <WaitingRows />;
  if (list.isError)
    return (
      <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void list.refetch()}>
        {textsOfError(list.error).join(' ')}
      </ErrorPanel>
    );
  const { data, total } = list.data;
  if (total === 0 && data.length === 0) return empty;
  const Rows = phone ? ResultCards : ResultTable;
  return (
    <div className={rows.rows} data-stale={list.isPlaceholderData || undefined}>
      <Rows rows={data} placeOf={placeOf} label={label} />
      <Paging
        state={{
          view,
          setView,
          total,
          lastPage: Math.max(1, Math.ceil(total / view.pageSize)),
          parent: undefined,
        }}
      />
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import classes from './list.module.css';
import { ListCards } from './list-cards.tsx';
import type { ListProps } from './list-props.ts';
import { ListTable } from './list-table.tsx';
import { Paging } from './paging.tsx';

function NoRows<Row>({ list, empty, isNested }: ListProps<Row>) {
  const { t } = useTranslation();
  const search = list.query.search.trim();
  const { title, hint, icon, action } =
    search === '' ? empty : { title: t('crud.noMatch', { search }), hint: t('crud.noMatchHint') };
  if (!isNested)
    return (
      <EmptyState title={title} icon={icon} action={action}>
        {hint}
      </EmptyState>
    );
  return (
    <p className={classes.quiet}>
      {title}. {hint}
    </p>
  );
}

/** Scrolls to the first row when the page changes. */
function useTopOfPage(page: number) {
  const rows = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if ((rows.current?.getBoundingClientRect().top ?? 0) < 0)
      rows.current?.scrollIntoView({ block: 'start' });
  }, [page]);
  return rows;
}

/** The rows of a list in any state: loading, failed, empty, or shown as a table or cards. */
export function List<Row>(props: ListProps<Row>) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { list, isNested = false, waiting } = props;
  const top = useTopOfPage(list.query.page);
  if (list.status === 'loading') return <WaitingRows count={isNested ? 2 : 5} {...waiting} />;
  if (list.status === 'failed')
    return (
      <ErrorPanel title={t('crud.loadFailed')} onRetry={list.refetch}>
        {textsOfError(list.error).join(' ')}
      </ErrorPanel>
    );
  if (list.rows.length === 0) return <NoRows {...props} />;
  return (
    <div ref={top} className={classes.rows} data-stale={list.isStale || undefined}>
      {phone ? <ListCards {...props} /> : <ListTable {...props} />}
      {(!isNested || list.lastPage > 1) && <Paging list={list} label={props.label} />}
    </div>
  );
}

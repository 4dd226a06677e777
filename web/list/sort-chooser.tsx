import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SortDownIcon, SortUpIcon } from '#web/ui/icons.tsx';
import classes from './list-cards.module.css';
import type { SortChoice } from './list-props.ts';
import type { ListState } from './use-list.ts';

type SortChooserProps = {
  readonly list: Pick<ListState<unknown>, 'query' | 'setQuery'>;
  /** The server's default order. */
  readonly defaultSort: SortChoice;
  readonly choices: readonly SortChoice[];
  /** The name of the list: a page may have several. */
  readonly label: string;
};

/** Chooses the order of cards, which have no header cells. */
export function SortChooser({ list, defaultSort, choices, label }: SortChooserProps) {
  const { t } = useTranslation();
  const { query, setQuery } = list;
  const current = query.sort ?? defaultSort.name;
  const all = [defaultSort, ...choices.filter(({ name }) => name !== defaultSort.name)];
  return (
    <Group role="group" aria-label={label} gap="xs" wrap="nowrap" className={classes.sort}>
      <NativeSelect
        aria-label={t('crud.sortBy')}
        value={current}
        onChange={(event) => setQuery({ ...query, sort: event.currentTarget.value, page: 1 })}
        data={all.map(({ name, label }) => ({ value: name, label }))}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('crud.reverseOrder')}
        aria-pressed={query.desc}
        onClick={() => setQuery({ ...query, sort: current, desc: !query.desc, page: 1 })}
      >
        {query.desc ? <SortDownIcon /> : <SortUpIcon />}
      </ActionIcon>
    </Group>
  );
}

import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Template, TemplateOverview } from '#contract/templates.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDateTime, formatPercent } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifySuccess } from '#web/base/notify.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import type { Selection } from '#web/list/selection.ts';
import { useList } from '#web/list/use-list.ts';
import { confirm } from '#web/ui/confirm.ts';
import { DeleteIcon, EditIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './exam-papers.module.css';
import { templateSource, useTemplateCalls } from './paper-calls.ts';

const percent = (share: number) => formatPercent(share, currentLanguage());

function useColumns(sessionId: number): readonly Column<Template>[] {
  const { t } = useTranslation();
  const figure = (name: 'questions' | 'begun' | 'waiting' | 'outdated'): Column<Template> => ({
    name,
    label: t(`templates.${name}`),
    cell: (row) => row[name],
    inLine: (row) => `${t(`templates.${name}`)} ${row[name]}`,
    isSortable: true,
    isFigure: true,
  });
  return [
    {
      name: 'number',
      label: t('templates.number'),
      cell: (row) => <TemplateLink template={row} sessionId={sessionId} />,
      isSortable: true,
      only: 'table',
    },
    figure('questions'),
    figure('begun'),
    figure('waiting'),
    {
      name: 'nearest',
      label: t('templates.nearest'),
      cell: ({ number, nearest }) =>
        nearest
          ? t('templates.nearestValue', {
              share: percent(nearest.share),
              number: nearest.one === number ? nearest.other : nearest.one,
            })
          : '-',
    },
    figure('outdated'),
    {
      name: 'randomize',
      label: t('templates.order'),
      cell: (row) => t(row.randomize ? 'templates.randomized' : 'templates.fixed'),
      isSortable: true,
    },
    {
      name: 'madeAt',
      label: t('templates.madeAt'),
      cell: (row) => formatDateTime(row.madeAt),
      isSortable: true,
    },
  ];
}

type TemplateProps = { readonly template: Template; readonly sessionId: number };

function TemplateLink({ template: { groupId, number, matchesExam }, sessionId }: TemplateProps) {
  const { t } = useTranslation();
  return (
    <>
      <Anchor component={ScreenLink} href={addressOf('TemplateExamView', { groupId, sessionId })}>
        {t('templates.title', { number })}
      </Anchor>
      {!matchesExam && ` (${t('templates.noMatch')})`}
    </>
  );
}

function Actions({ template, sessionId, examCustomId }: TemplateProps & { readonly examCustomId: number }) {
  const { groupId, number, begun, printed, isPrinted } = template;
  const { t } = useTranslation();
  const { remove } = useTemplateCalls();
  const askAndRemove = async () => {
    const sure = await confirm({
      title: t('templates.removeTitle'),
      message: t('templates.removeText', { number }),
      confirmLabel: t('templates.remove'),
      danger: true,
    });
    if (!sure) return;
    if (await remove(examCustomId, { groupId, sessionId })) notifySuccess(t('templates.removed', { number }));
  };
  const label = (action: string) => `${action}${t('common.colon')} ${t('templates.title', { number })}`;
  return (
    <>
      <RowIcon
        tip={t('templates.view')}
        label={label(t('templates.view'))}
        icon={<PreviewIcon />}
        href={addressOf('TemplateExamView', { groupId, sessionId })}
      />
      <RowIcon
        tip={t('templates.edit')}
        label={label(t('templates.edit'))}
        icon={<EditIcon />}
        href={addressOf('TemplateExamEdit', { groupId, sessionId })}
      />
      <RowIcon
        tip={t('templates.remove')}
        label={label(t('templates.remove'))}
        icon={<DeleteIcon />}
        color="red"
        disabled={isPrinted || begun + printed > 0}
        onClick={() => void askAndRemove().catch(() => undefined)}
      />
    </>
  );
}

type TemplateListProps = {
  readonly examCustomId: number;
  readonly sessionId: number;
  readonly overview: TemplateOverview;
  readonly selected: readonly Template[];
  readonly onSelect: (templates: readonly Template[]) => void;
};

/** The templates of an exam in a session, with how much they overlap. */
export function TemplateList(props: TemplateListProps) {
  const { examCustomId, sessionId, overview, selected, onSelect } = props;
  const { t } = useTranslation();
  const stage = `${overview.run?.id} ${overview.run?.made} ${overview.templates}`;
  const list = useList(templateSource(examCustomId, sessionId, stage), useListQuery({}));
  const change = (rows: readonly Template[], isSelected: boolean) => {
    const ids = rows.map(({ groupId }) => groupId);
    const others = selected.filter(({ groupId }) => !ids.includes(groupId));
    onSelect(isSelected ? [...others, ...rows] : others);
  };
  const selection: Selection<Template> = {
    isSelected: ({ groupId }) => selected.some((one) => one.groupId === groupId),
    select: (row, isSelected) => change([row], isSelected),
    label: ({ number }) => t('templates.select', { number }),
    selectPage: change,
  };
  const { mean, worst } = overview.overlap;
  return (
    <>
      {overview.templates > 0 && (
        <Group justify="space-between" align="flex-start">
          <p className={classes.quiet}>
            {worst &&
              t('templates.overlap', {
                mean: percent(mean),
                most: percent(worst.share),
                one: worst.one,
                other: worst.other,
              })}
          </p>
          <ExportMenu
            path="templateExams"
            query={{ ...list.query, filters: { examCustomId, sessionId } }}
            columns={[]}
          />
        </Group>
      )}
      <List
        list={list}
        label={t('templates.list')}
        columns={useColumns(sessionId)}
        idOf={({ groupId }) => groupId}
        nameOf={({ number }) => t('templates.title', { number })}
        cardTitle={(row) => <TemplateLink template={row} sessionId={sessionId} />}
        selection={selection}
        rowActions={(row) => <Actions template={row} sessionId={sessionId} examCustomId={examCustomId} />}
        defaultSort={{ name: 'number', label: t('templates.number') }}
        empty={{ title: t('templates.none') }}
      />
    </>
  );
}

import { ActionIcon, Anchor, Badge, Button, Group, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { studyYears } from '#domain/calendar/study-years.ts';
import { useColleges } from '#web/api/discipline-choices.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import type { Column } from '#web/list/column.ts';
import { useExpanded } from '#web/list/expansion.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { type ListQueryState, withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { confirm } from '#web/ui/confirm.ts';
import { AddIcon, CopyIcon, DeleteIcon, LockIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './custom-exams.module.css';
import { customExamSource, useExamCalls } from './exam-calls.ts';
import { ExamOutline } from './exam-outline.tsx';
import { type ExamFilters, listAddress, listQueryOf } from './list-address.ts';

/** The list for the current address, and a setter that changes the address. */
function useAddressQuery(): ListQueryState<ExamFilters> {
  const goTo = useGoTo();
  return [
    listQueryOf(useScreenAddress('CustomExams').query),
    (next) => void goTo(listAddress(next), { replace: true, resetScroll: false }),
  ];
}

function ExamLink({ exam }: { readonly exam: CustomExamItem }) {
  const { t } = useTranslation();
  return (
    <span className={classes.examName}>
      <Anchor
        component={ScreenLink}
        href={addressOf('CustomExams', { examId: exam.id })}
        className={classes.rowLink}
      >
        {exam.examName}
      </Anchor>
      {exam.frozen && (
        <Badge color="yellow" leftSection={<LockIcon size={12} />}>
          {t('customExams.frozen')}
        </Badge>
      )}
    </span>
  );
}

/** The name of the first series and the count of the others. */
function SeriesNames({ names }: { readonly names: readonly string[] }) {
  const [first, ...others] = names;
  return (
    <span title={names.join(', ')}>
      {first}
      {others.length > 0 && <span className={classes.quiet}> +{others.length}</span>}
    </span>
  );
}

function useColumns(): readonly Column<CustomExamItem>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'examName',
      label: t('customExams.examName'),
      cell: (exam) => <ExamLink exam={exam} />,
      isSortable: true,
      only: 'table',
    },
    {
      name: 'collegeName',
      label: t('customExams.college'),
      cell: (exam) => exam.collegeName,
      isSortable: true,
    },
    {
      name: 'sectionName',
      label: t('customExams.section'),
      cell: (exam) => exam.sectionName,
      isSortable: true,
    },
    {
      name: 'seriesNames',
      label: t('customExams.series'),
      cell: (exam) => <SeriesNames names={exam.seriesNames} />,
    },
    {
      name: 'year',
      label: t('customExams.year'),
      cell: (exam) => exam.year,
      isSortable: true,
      isFigure: true,
    },
    {
      name: 'questions',
      label: t('customExams.questions'),
      cell: (exam) => exam.questions,
      isSortable: true,
      isFigure: true,
    },
    { name: 'credits', label: t('customExams.credits'), cell: (exam) => exam.credits, isFigure: true },
    {
      name: 'examDuration',
      label: t('customExams.minutes'),
      cell: (exam) => exam.examDuration,
      isSortable: true,
      isFigure: true,
    },
    {
      name: 'futureAppointmentsCount',
      label: t('customExams.appointments'),
      cell: (exam) => exam.futureAppointmentsCount,
      isSortable: true,
      isFigure: true,
    },
  ];
}

/** Confirms, deletes and reports the outcome. */
function useDeleteExam() {
  const { t } = useTranslation();
  const { remove } = useExamCalls();
  const [deleting, setDeleting] = useState<number>();
  const askAndDelete = async ({ id, examName }: CustomExamItem) => {
    setDeleting(id);
    try {
      const sure = await confirm({
        title: t('customExams.deleteTitle'),
        message: t('crud.deleteConfirm', { row: examName }),
        confirmLabel: t('crud.delete'),
        danger: true,
      });
      if (!sure) return;
      await remove(id);
      notifySuccess(t('crud.removed', { row: examName }));
    } catch (error) {
      notifyError([t('crud.couldNotDelete'), ...textsOfError(error)].join(' '));
    } finally {
      setDeleting(undefined);
    }
  };
  return { deleting, askAndDelete };
}

function RowActions({ exam, deletion }: RowActionsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <Tooltip label={t('customExams.copy')}>
        <ActionIcon
          variant="subtle"
          component={ScreenLink}
          href={addressOf('CustomExams', { copyOf: exam.id })}
          aria-label={t('customExams.copyExam', { name: exam.examName })}
        >
          <CopyIcon />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('crud.delete')}>
        <ActionIcon
          variant="subtle"
          color="red"
          disabled={deletion.deleting === exam.id}
          aria-label={t('crud.deleteRow', { row: exam.examName })}
          onClick={() => void deletion.askAndDelete(exam)}
        >
          <DeleteIcon />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
type RowActionsProps = {
  readonly exam: CustomExamItem;
  readonly deletion: ReturnType<typeof useDeleteExam>;
};

/** The custom exams in scope, with their totals; a row expands to show its parts. */
export function CustomExamList() {
  const { t } = useTranslation();
  const [query, setQuery] = useAddressQuery();
  const list = useList(customExamSource, [query, setQuery]);
  const expanded = useExpanded();
  const deletion = useDeleteExam();
  const colleges = useColleges();
  const columns = useColumns();
  const add = (
    <Button
      component={ScreenLink}
      href={addressOf('CustomExams', { create: 'true' })}
      leftSection={<AddIcon />}
    >
      {t('customExams.new')}
    </Button>
  );
  return (
    <Page
      title={t('screens.CustomExams')}
      description={t('customExams.lead')}
      actions={add}
      filters={
        <>
          <SearchBox
            search={query.search}
            onSearch={(search) => setQuery({ ...query, search, page: 1 })}
            label={t('crud.search')}
            withSlash
          />
          <FilterSelect
            label={t('customExams.college')}
            data={(colleges.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={query.filters.collegeId}
            onChange={(collegeId) => setQuery(withFilters(query, { collegeId }))}
          />
          <FilterSelect
            label={t('customExams.year')}
            data={studyYears.map((year) => ({ value: year, label: String(year) }))}
            value={query.filters.year}
            onChange={(year) => setQuery(withFilters(query, { year }))}
          />
          <ExportMenu path={customExamSource.path} query={query} columns={columns.map(({ name }) => name)} />
        </>
      }
    >
      <List
        list={list}
        label={t('screens.CustomExams')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ examName }) => examName}
        empty={{ title: t('customExams.empty'), hint: t('customExams.emptyHint'), action: add }}
        cardTitle={(exam) => <ExamLink exam={exam} />}
        rowActions={(exam) => <RowActions exam={exam} deletion={deletion} />}
        expansion={{
          ...expanded,
          label: ({ examName }) => t('customExams.showParts', { name: examName }),
          render: (exam) => <ExamOutline exam={exam} />,
        }}
      />
    </Page>
  );
}

import { ActionIcon, Badge, Box, Checkbox, Table, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportRow, ImportRowState } from '#contract/imports.ts';
import cards from '#web/crud/row-cards.module.css';
import frame from '#web/crud/row-table.module.css';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { FindingList } from './finding-list.tsx';
import classes from './import-rows.module.css';
import { StoredQuestion } from './stored-question.tsx';

export type ImportRowsProps = {
  readonly rows: readonly ImportRow[];
  /** Nothing can be chosen any more. */
  readonly fixed: boolean;
  readonly finished: boolean;
  readonly opened: ReadonlySet<number>;
  readonly onToggle: (position: number) => void;
  readonly onChoose: (position: number, chosen: boolean) => void;
};

type RowProps = Omit<ImportRowsProps, 'rows'> & { readonly row: ImportRow };

const colors: Record<ImportRowState, string> = {
  ready: 'gray',
  rejected: 'red',
  waiting: 'brand',
  written: 'green',
  failed: 'red',
};

function RowState({ row, finished }: Pick<RowProps, 'row' | 'finished'>) {
  const { t } = useTranslation();
  const outcome = row.state === 'ready' && finished ? 'leftOut' : row.state;
  if (outcome === 'ready') return null;
  return (
    <Badge variant="light" radius="sm" tt="none" fw={500} color={colors[row.state]} className={classes.state}>
      {t(`importScreen.row_${outcome}`)}
    </Badge>
  );
}

/** How the question reads; one that cannot be imported has only the name the file gives it. */
const Shown = ({ row }: { readonly row: ImportRow }) =>
  row.question === null ? row.label : <RichTextView text={row.question.text.replaceAll(/\s*\n\s*/g, ' ')} />;

function Chosen({ row, fixed, onChoose }: RowProps) {
  const { t } = useTranslation();
  if (row.question === null) return null;
  return (
    <Checkbox
      aria-label={t('importScreen.chooseRow', { position: row.position })}
      checked={row.chosen}
      disabled={fixed}
      onChange={(event) => onChoose(row.position, event.currentTarget.checked)}
    />
  );
}

function Toggle({ row, opened, onToggle }: RowProps) {
  const { t } = useTranslation();
  if (row.question === null) return null;
  const open = opened.has(row.position);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-expanded={open}
      aria-label={t('importScreen.showRow', { position: row.position })}
      onClick={() => onToggle(row.position)}
    >
      {open ? <ChevronDownIcon size={18} /> : <ChevronRightIcon size={18} />}
    </ActionIcon>
  );
}

const correctIn = ({ question }: ImportRow) =>
  question?.answers.filter(({ isCorrect }) => isCorrect).length ?? 0;

function Chapter({ row }: { readonly row: ImportRow }) {
  if (row.chapterId === null) return <span className={classes.quiet}>{row.fileChapter.at(-1) ?? '-'}</span>;
  return (
    <>
      <span className={classes.quiet}>{row.chapterCode}</span> {row.chapterDescription}
    </>
  );
}

function TableRow(props: RowProps) {
  const { row, finished, opened } = props;
  const open = opened.has(row.position) && row.question !== null;
  return (
    <Fragment>
      <Table.Tr data-open={open || undefined}>
        <Table.Td className={frame.narrow}>
          <Toggle {...props} />
        </Table.Td>
        <Table.Td className={frame.narrow}>
          <Chosen {...props} />
        </Table.Td>
        <Table.Td data-figure>{row.position}</Table.Td>
        <Table.Td className={classes.text}>
          <Shown row={row} />
        </Table.Td>
        <Table.Td data-figure>
          {row.question !== null && `${correctIn(row)}/${row.question.answers.length - correctIn(row)}`}
        </Table.Td>
        <Table.Td className={classes.chapter}>
          <Chapter row={row} />
        </Table.Td>
        <Table.Td className={classes.problems}>
          <RowState row={row} finished={finished} />
          <FindingList findings={row.findings} />
        </Table.Td>
      </Table.Tr>
      {open && row.question !== null && (
        <Table.Tr className={frame.below}>
          <Table.Td colSpan={7}>
            <StoredQuestion question={row.question} position={row.position} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  );
}

/** The questions of a file as a dense table. */
export function ImportTable({ rows, ...rest }: ImportRowsProps) {
  const { t } = useTranslation();
  return (
    <Box component="section" className={frame.frame} aria-label={t('importScreen.rows')} tabIndex={0}>
      <Table className={frame.table} highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={frame.narrow}>
              <VisuallyHidden>{t('importScreen.details')}</VisuallyHidden>
            </Table.Th>
            <Table.Th scope="col" className={frame.narrow}>
              <VisuallyHidden>{t('importScreen.choice')}</VisuallyHidden>
            </Table.Th>
            <Table.Th scope="col" data-figure>
              {t('importScreen.position')}
            </Table.Th>
            <Table.Th scope="col">{t('importScreen.question')}</Table.Th>
            <Table.Th scope="col" data-figure title={t('questions.countsHint')}>
              {t('questions.counts')}
            </Table.Th>
            <Table.Th scope="col">{t('importScreen.chapter')}</Table.Th>
            <Table.Th scope="col">{t('importScreen.reasons')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <TableRow key={row.position} row={row} {...rest} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

/** The questions of a file as cards, for narrow screens. */
export function ImportCards({ rows, ...rest }: ImportRowsProps) {
  const { t } = useTranslation();
  return (
    <ul className={cards.cards} aria-label={t('importScreen.rows')}>
      {rows.map((row) => (
        <li key={row.position} className={cards.card}>
          <div className={cards.head}>
            <Chosen row={row} {...rest} />
            <span className={classes.cardPosition}>
              <VisuallyHidden>{t('importScreen.position')} </VisuallyHidden>
              {row.position}
            </span>
            <span className={classes.cardCounts}>
              {row.question !== null &&
                t('importScreen.answerCounts', {
                  correct: correctIn(row),
                  wrong: row.question.answers.length - correctIn(row),
                })}
            </span>
            <Toggle row={row} {...rest} />
          </div>
          <div className={classes.cardText}>
            <Shown row={row} />
          </div>
          <RowState row={row} finished={rest.finished} />
          <FindingList findings={row.findings} />
          {rest.opened.has(row.position) && row.question !== null && (
            <div className={cards.below}>
              <StoredQuestion question={row.question} position={row.position} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

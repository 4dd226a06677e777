import { Table } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { TableFrame } from '#web/list/table-frame.tsx';
import { chapterReason, PercentInput, QuestionsInput, reasonId } from './chapter-inputs.tsx';
import { ChapterName } from './chapter-name.tsx';
import { ShareBar } from './share-bar.tsx';
import classes from './structure.module.css';
import { chapterCounts } from './structure-form.ts';
import type { PartProps } from './structure-parts.ts';

/** The chapters as rows: a bar of entered and asked questions, and the inputs. */
export function ChapterTable(props: PartProps) {
  const { t } = useTranslation();
  const { form, structure, problems } = props;
  const chapters = chapterCounts(form);
  const widest = Math.max(1, ...chapters.map((chapter) => Math.max(chapter.entered, chapter.asked)));
  const headings = [
    ['questions', true],
    ['percentSimple', true],
    ['percentComplex', true],
    ['countSimple', true],
    ['countComplex', true],
  ] as const;
  return (
    <TableFrame label={t('examStructure.chapters')} className={classes.chapters} isNested verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('examStructure.chapter')}</Table.Th>
          <Table.Th scope="col">{t('examStructure.enteredAndAsked')}</Table.Th>
          {headings.map(([key, figure]) => (
            <Table.Th key={key} scope="col" data-figure={figure}>
              {t(`examStructure.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {chapters.map((chapter, index) => {
          const reason = chapterReason(problems, index);
          const own = { ...props, chapter, index };
          return (
            <Fragment key={chapter.id}>
              <Table.Tr data-wrong={reason !== undefined || undefined} className={classes.chapterRow}>
                <Table.Th scope="row" className={classes.chapterCell}>
                  <ChapterName structure={structure} chapter={chapter} />
                </Table.Th>
                <Table.Td className={classes.barCell}>
                  <span className={classes.shareCell}>
                    <ShareBar asked={chapter.asked} entered={chapter.entered} of={widest} />
                    <span className={classes.share}>
                      {t('examStructure.share', { asked: chapter.asked, entered: chapter.entered })}
                    </span>
                  </span>
                </Table.Td>
                <Table.Td data-figure>
                  <QuestionsInput {...own} />
                </Table.Td>
                <Table.Td data-figure>
                  <PercentInput kind="Simple" {...own} />
                </Table.Td>
                <Table.Td data-figure>
                  <PercentInput kind="Complex" {...own} />
                </Table.Td>
                <Table.Td data-figure>{chapter.simple}</Table.Td>
                <Table.Td data-figure>{chapter.multiple}</Table.Td>
              </Table.Tr>
              {reason !== undefined && (
                <Table.Tr className={classes.reasonRow}>
                  <Table.Td colSpan={7}>
                    <span id={reasonId(index)} className={classes.reason} role="alert">
                      {reason}
                    </span>
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          );
        })}
      </Table.Tbody>
    </TableFrame>
  );
}

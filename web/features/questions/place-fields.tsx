import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DisciplineListRow } from '#contract/structure.ts';
import { useChapters, useDisciplines } from '#web/api/discipline-choices.ts';
import type { QuestionEditorState } from './editor-state.ts';

/** A discipline as it is told apart from others of the same name. */
export const disciplineName = (row: DisciplineListRow) =>
  `${row.disciplineDescription} (${row.disciplineCode})`;

/** Which discipline, then which chapter of it, a question belongs to. */
export function PlaceFields({ editor }: { readonly editor: QuestionEditorState }) {
  const { t } = useTranslation();
  const { disciplineId, chapterId } = editor.form;
  const disciplines = useDisciplines();
  const chapters = useChapters(disciplineId);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <Select<number>
        label={t('questions.discipline')}
        required
        searchable
        allowDeselect={false}
        value={disciplineId}
        data={(disciplines.data ?? []).map((row) => ({ value: row.id, label: disciplineName(row) }))}
        nothingFoundMessage={t('crud.noOptions')}
        onChange={(value) => {
          if (value !== disciplineId) editor.change({ disciplineId: value, chapterId: null }, 'chapterId');
        }}
      />
      <Select<number>
        label={t('questions.chapter')}
        required
        searchable
        allowDeselect={false}
        disabled={disciplineId === null}
        {...(disciplineId === null
          ? { placeholder: t('crud.chooseFirst', { fields: t('questions.discipline') }) }
          : {})}
        value={chapterId}
        data={(chapters.data ?? []).map(({ id, code, description }) => ({
          value: id,
          label: `${code} ${description}`,
        }))}
        nothingFoundMessage={t(chapters.data?.length === 0 ? 'questions.noChapters' : 'crud.noOptions')}
        error={editor.problemAt('chapterId')}
        onBlur={() => editor.touch('chapterId')}
        onChange={(value) => editor.change({ chapterId: value }, 'chapterId')}
      />
    </SimpleGrid>
  );
}

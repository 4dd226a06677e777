import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChapters, useDisciplineSelect } from '#web/api/discipline-choices.ts';
import type { QuestionEditorState } from './editor-state.ts';

/** The discipline of a question, and the chapter within it. */
export function StudyPlaceFields({ editor }: { readonly editor: QuestionEditorState }) {
  const { t } = useTranslation();
  const { disciplineId, chapterId } = editor.form;
  const disciplines = useDisciplineSelect(disciplineId);
  const chapters = useChapters(disciplineId);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <Select<number>
        {...disciplines}
        label={t('questions.discipline')}
        required
        allowDeselect={false}
        value={disciplineId}
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

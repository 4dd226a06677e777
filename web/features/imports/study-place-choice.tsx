import { Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionImport } from '#contract/imports.ts';
import { useChapters, useDisciplineSelect } from '#web/api/discipline-choices.ts';
import type { ImportChange } from './import-calls.ts';
import classes from './import-page.module.css';

type PlaceChoiceProps = {
  readonly found: QuestionImport;
  readonly onChange: (change: ImportChange) => Promise<void>;
};

/** The discipline and chapter the questions are imported into. */
export function StudyPlaceChoice({ found, onChange }: PlaceChoiceProps) {
  const { t } = useTranslation();
  const disciplines = useDisciplineSelect(found.disciplineId, {}, 'held');
  const chapters = useChapters(found.disciplineId);
  const fixed = found.state !== 'ready';
  const byFile = found.byFileChapter && found.counts.withFileChapter > 0;
  return (
    <section aria-label={t('importScreen.place')} className={classes.place}>
      <Select<number>
        {...disciplines}
        label={t('importScreen.discipline')}
        placeholder={t('importScreen.disciplinePlaceholder')}
        readOnly={fixed}
        value={found.disciplineId}
        onChange={(disciplineId) => void onChange({ disciplineId, chapterId: null })}
      />
      <Select<number>
        label={t(byFile ? 'importScreen.chapterOtherwise' : 'importScreen.chapter')}
        placeholder={
          found.disciplineId === null
            ? t('crud.chooseFirst', { fields: t('importScreen.discipline') })
            : t('importScreen.chapterPlaceholder')
        }
        searchable
        clearable={byFile && !fixed}
        clearButtonProps={{ 'aria-label': t('crud.clear', { field: t('importScreen.chapter') }) }}
        readOnly={fixed}
        disabled={found.disciplineId === null}
        nothingFoundMessage={t('crud.noOptions')}
        value={found.chapterId}
        data={(chapters.data ?? []).map(({ id, code, description }) => ({
          value: id,
          label: `${code} ${description}`,
        }))}
        onChange={(chapterId) => void onChange({ chapterId })}
      />
      {found.counts.withFileChapter > 0 && (
        <Checkbox
          className={classes.byFile}
          label={t('importScreen.byFileChapter')}
          description={t('importScreen.byFileChapterHint')}
          checked={found.byFileChapter}
          disabled={fixed}
          onChange={(event) => void onChange({ byFileChapter: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}

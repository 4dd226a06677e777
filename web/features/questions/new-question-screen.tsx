import { Anchor } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '#web/ui/page.tsx';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { lastPlace } from './draft-memory.ts';
import { addressOf, everything } from './list-address.ts';
import { QuestionEditor } from './question-editor.tsx';

const idOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** A new question: in the chapter the address names, otherwise where the last one was written. */
export function Screen() {
  const { t } = useTranslation();
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const disciplineId = idOf(search.disciplineId);
  const place = disciplineId === null ? lastPlace() : { disciplineId, chapterId: idOf(search.chapterId) };
  return (
    <Page
      title={t('screens.NewQuestion')}
      actions={
        <Anchor
          component={PlaceLink}
          address={addressOf({ ...everything, pkDiscipline: place.disciplineId ?? 0 })}
        >
          {t('questions.backToList')}
        </Anchor>
      }
    >
      <QuestionEditor place={place} />
    </Page>
  );
}

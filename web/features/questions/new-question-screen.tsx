import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bankAddress } from '#domain/access/addresses.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { lastStudyPlace } from './draft-memory.ts';
import { QuestionEditor } from './question-editor.tsx';

const idOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** A new question, in the chapter named by the address or else that of the last question written. */
export function Screen() {
  const { t } = useTranslation();
  const { query } = useScreenAddress('NewQuestion');
  const disciplineId = idOf(query.disciplineId);
  const studyPlace =
    disciplineId === null ? lastStudyPlace() : { disciplineId, chapterId: idOf(query.chapterId) };
  return (
    <Page
      title={t('screens.NewQuestion')}
      actions={
        <Anchor component={ScreenLink} href={bankAddress({ pkDiscipline: studyPlace.disciplineId ?? 0 })}>
          {t('questions.backToList')}
        </Anchor>
      }
    >
      <QuestionEditor studyPlace={studyPlace} />
    </Page>
  );
}

import '#web/sittings/result-styles.ts';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { ResultList } from '#web/sittings/result-list.tsx';
import type { PlaceOf } from '#web/sittings/result-place.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ExamPreview } from './exam-preview.tsx';

type Search = Readonly<Record<string, string | undefined>>;

const previewPlace: PlaceOf = ({ exam }) => `/examsPreview?examId=${exam.id}`;
const nowhere: PlaceOf = () => undefined;

/** The exam the address asks to be opened. */
export function askedExam(search: Search): number | undefined {
  return /^[1-9]\d{0,9}$/.test(search.examId ?? '') ? Number(search.examId) : undefined;
}

/** All results of whoever is signed in; one can be opened as long as previews are allowed (RESU-2). */
function Results() {
  const { t } = useTranslation();
  const settings = useUiSettings();
  const closed = settings?.allowExamPreview === false;
  return (
    <Page
      title={t('screens.ExamsPreview')}
      description={t(closed ? 'examResult.listClosed' : 'examResult.listLead')}
    >
      <ResultList
        of="official"
        label={t('screens.ExamsPreview')}
        placeOf={settings?.allowExamPreview ? previewPlace : nowhere}
        empty={{ icon: <CheckIcon size={28} />, title: t('examResult.listEmpty'), hint: t('examResult.listEmptyHint') }}
      />
    </Page>
  );
}

export function Screen() {
  const examId = askedExam(useSearch({ strict: false }));
  return examId === undefined ? <Results /> : <ExamPreview key={examId} examId={examId} />;
}

import '#web/sittings/result-styles.ts';
import { useTranslation } from 'react-i18next';
import { addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { ResultList } from '#web/sittings/own-result-list.tsx';
import type { HrefOf } from '#web/sittings/result-href.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ExamPreview } from './exam-preview.tsx';

const previewHref: HrefOf = ({ exam }) => addressOf('ExamsPreview', { examId: exam.id });
const nowhere: HrefOf = () => undefined;

/** The exam named in the address. */
function requestedExam(query: ScreenQuery<'ExamsPreview'>): number | undefined {
  return /^[1-9]\d{0,9}$/.test(query.examId ?? '') ? Number(query.examId) : undefined;
}

/** All results of the signed-in user; they can be opened while previews are allowed (RESU-2). */
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
        screen="ExamsPreview"
        of="official"
        label={t('screens.ExamsPreview')}
        hrefOf={settings?.allowExamPreview ? previewHref : nowhere}
        empty={{
          icon: <CheckIcon size={28} />,
          title: t('examResult.listEmpty'),
          hint: t('examResult.listEmptyHint'),
        }}
      />
    </Page>
  );
}

export function Screen() {
  const examId = requestedExam(useScreenAddress('ExamsPreview').query);
  return examId === undefined ? <Results /> : <ExamPreview key={examId} examId={examId} />;
}

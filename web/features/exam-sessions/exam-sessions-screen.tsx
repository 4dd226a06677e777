import { useTranslation } from 'react-i18next';
import { examSession, studyModule } from '#contract/entities/exam-session.ts';
import { ApiError } from '#web/base/api-error.ts';
import { formatDateTime } from '#web/base/format.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import { RowDialog } from '#web/crud/row-dialog.tsx';
import { RowList } from '#web/crud/row-list.tsx';
import { confirm } from '#web/ui/confirm.ts';

/** Shows how many booked exams another scoring mode concerns, and asks for confirmation. */
function useScoringQuestion() {
  const { t } = useTranslation();
  return async (refusal: unknown): Promise<boolean> => {
    if (!(refusal instanceof ApiError) || refusal.code !== 'session.scoringFrozen') return false;
    const { exam, until, count } = refusal.params;
    return confirm({
      title: t('structure.scoringTitle'),
      message: [
        t('structure.scoringText', { exam: String(exam), until: formatDateTime(String(until)) }),
        t('structure.scoringBooked', { count: Number(count) }),
      ].join(' '),
      confirmLabel: t('structure.scoringOverride'),
      declineLabel: t('structure.scoringOverrideNot'),
      danger: true,
    });
  };
}

/** The study modules and their exam sessions. */
export function Screen() {
  const { t } = useTranslation();
  const overrides = useScoringQuestion();
  return (
    <CrudScreen
      screen="Examinare"
      title={t('structure.examSessions')}
      entities={[studyModule, examSession]}
      entityHooks={{ session: { feedback: { contestEndDate: () => t('structure.contestationsUntil') } } }}
    >
      {(state, level) => (
        <>
          <RowList state={state} level={level} />
          <RowDialog state={state} overrides={overrides} />
        </>
      )}
    </CrudScreen>
  );
}

import { useTranslation } from 'react-i18next';
import { examSession, studyModule } from '#contract/entities/exam-session.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';

/** The study modules and their exam sessions. */
export function Screen() {
  const { t } = useTranslation();
  return (
    <CrudScreen
      screen="Examinare"
      title={t('structure.examSessions')}
      entities={[studyModule, examSession]}
      entityHooks={{ session: { notices: { contestEndDate: () => t('structure.contestationsUntil') } } }}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { secretary } from '#contract/entities/people.ts';
import { secretaryProblems } from '#domain/people/secretary-draft.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { Openings } from '#web/crud/openings.ts';

/** The secretaries and what each of them looks after. */
export function Screen() {
  const { t } = useTranslation();
  const openings: Openings = {
    secretar: { notices: { year: () => t('structure.generalSecretary') }, check: secretaryProblems },
  };
  return <CrudScreen entities={[secretary]} openings={openings} />;
}

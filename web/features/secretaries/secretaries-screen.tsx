import { useTranslation } from 'react-i18next';
import { secretary } from '#contract/entities/people.ts';
import { isOf } from '#domain/access/actor.ts';
import { secretaryProblems } from '#domain/people/secretary-draft.ts';
import { makeOneTimePassword } from '#web/api/one-time-password.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { OneTimePassword } from '#web/ui/one-time-password.tsx';

/** The secretaries and their assignments. */
export function Screen() {
  const { t } = useTranslation();
  // A secretary has more rights than a student, so only administrators may open their account.
  const mayMakePasswords = isOf(useActor(), 'admin');
  const entityHooks: HooksByEntity = {
    secretar: {
      actions: (item) =>
        mayMakePasswords && (
          <OneTimePassword row={String(item.email)} make={() => makeOneTimePassword(item)} />
        ),
      cells: {
        year: ({ year, section }) =>
          year === 0 ? t(section === null ? 'structure.wholeCollege' : 'structure.allYears') : String(year),
      },
      feedback: {
        year: (year) => t(year === 0 ? 'structure.wholeCollegeHint' : 'structure.generalSecretary'),
      },
      check: secretaryProblems,
    },
  };
  return <CrudScreen screen="Secretaries" entities={[secretary]} entityHooks={entityHooks} />;
}

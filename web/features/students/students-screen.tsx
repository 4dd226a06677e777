import { useTranslation } from 'react-i18next';
import { student } from '#contract/entities/people.ts';
import { judgePersonalId } from '#domain/people/personal-id.ts';
import { personalIdProblems } from '#domain/people/personal-id-problems.ts';
import { phoneProblems } from '#domain/people/phone-number.ts';
import { makeOneTimePassword } from '#web/api/one-time-password.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { Copyable } from '#web/ui/copyable.tsx';
import { OneTimePassword } from '#web/ui/one-time-password.tsx';

const copyable = (value: unknown) =>
  typeof value === 'string' && value !== '' ? <Copyable text={value} /> : '-';
/** A first check with this computer's clock; the server uses the database's. */
const today = () => new Date().toISOString().slice(0, 10);
const isForeign = (value: unknown) => typeof value === 'string' && judgePersonalId(value.trim()) === 'other';

/** The students that secretaries and administrators manage; teachers have read access. */
export function Screen() {
  const { t } = useTranslation();
  const entityHooks: HooksByEntity = {
    student: {
      cells: {
        nrMatricol: (item) => copyable(item.nrMatricol),
        email: (item) => copyable(item.email),
        lastName: (item) => copyable(item.lastName),
        firstName: (item) => copyable(item.firstName),
      },
      actions: (item) => (
        <OneTimePassword row={`${item.lastName} ${item.firstName}`} make={() => makeOneTimePassword(item)} />
      ),
      notices: { cnp: (value) => (isForeign(value) ? t('structure.foreignId') : undefined) },
      rules: {
        cnp: (value) => personalIdProblems(String(value), 'cnp', today()),
        phoneNumber: (value) => phoneProblems(String(value), 'phoneNumber'),
      },
    },
  };
  return <CrudScreen screen="Students" entities={[student]} entityHooks={entityHooks} />;
}

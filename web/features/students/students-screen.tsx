import { useTranslation } from 'react-i18next';
import { student } from '#contract/entities/people.ts';
import type { Item } from '#contract/item.ts';
import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { judgePersonalId } from '#domain/people/personal-id.ts';
import { personalIdProblems } from '#domain/people/personal-id-problems.ts';
import { phoneProblems } from '#domain/people/phone-number.ts';
import { makeOneTimePassword } from '#web/api/one-time-password.ts';
import { chunk } from '#web/base/chunk.ts';
import { administrationTexts, loadTexts } from '#web/base/i18n.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { today } from '#web/base/today.ts';
import { useChunk } from '#web/base/use-chunk.ts';
import type { HeadingLevel } from '#web/crud/child-tables.tsx';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';
import { RowDialog } from '#web/crud/row-dialog.tsx';
import { RowList } from '#web/crud/row-list.tsx';
import type { TableState } from '#web/crud/table-state.ts';
import { useSelection } from '#web/list/selection.ts';
import { Copyable } from '#web/ui/copyable.tsx';
import { PreviewIcon } from '#web/ui/icons.tsx';
import { OneTimePassword } from '#web/ui/one-time-password.tsx';
import { Page } from '#web/ui/page.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';

const copyable = (value: unknown) =>
  typeof value === 'string' && value !== '' ? <Copyable text={value} /> : '-';
const nameOf = ({ lastName, firstName }: Item) => `${lastName} ${firstName}`;

/** A student's page, loaded when one is opened. */
const studentPage = chunk(async () => {
  const [{ StudentPage }] = await Promise.all([import('./student-page.tsx'), loadTexts(administrationTexts)]);
  return { StudentPage };
});

/** The actions on selected students, loaded when one is selected. */
const selectedAccounts = chunk(async () => {
  const [{ SelectedAccounts }] = await Promise.all([
    import('#web/records/selected-accounts.tsx'),
    loadTexts(administrationTexts),
  ]);
  return { SelectedAccounts };
});

/** Disables or enables the accounts of selected students, each once. */
function SelectedStudents({ rows, onDone }: { readonly rows: readonly Item[]; readonly onDone: () => void }) {
  const loaded = useChunk(selectedAccounts);
  const accounts = new Map(
    rows.map((row) => [Number(row.userId), { id: Number(row.userId), name: nameOf(row) }]),
  );
  return (
    loaded && <loaded.SelectedAccounts rows={[...accounts.values()]} count={rows.length} onDone={onDone} />
  );
}

type StudentRowsProps = { readonly state: TableState; readonly level: HeadingLevel };

/** The rows of the list; users who may change them can select several. */
function StudentRows({ state, level }: StudentRowsProps) {
  const { t } = useTranslation();
  const { selection, rows, clear } = useSelection<Item>({
    idOf: ({ id }) => id,
    label: (item) => t('crud.selectRow', { row: nameOf(item) }),
  });
  return (
    <>
      <RowList
        state={state}
        level={level}
        selection={state.mayWrite ? { ...selection, canSelect: state.mayWriteRow } : undefined}
      />
      {state.mayWrite && rows.length > 0 && <SelectedStudents rows={rows} onDone={clear} />}
      <RowDialog state={state} />
    </>
  );
}

type ListQuery = ScreenQuery<'Students'>;

// The list parameters are already text and are passed through unchanged.
const addressOfStudents = addressOf as (screen: 'Students', params: object) => Address;

function OpenStudent({ id, list }: { readonly id: number; readonly list: ListQuery }) {
  const { t } = useTranslation();
  const loaded = useChunk(studentPage);
  const back = addressOfStudents('Students', { ...list, student: undefined });
  return loaded ? (
    <loaded.StudentPage id={id} back={back} />
  ) : (
    <Page title={t('screens.Students')}>
      <WaitingRows count={5} />
    </Page>
  );
}

/** The list of students, or the page of the one that the address names. */
export function Screen() {
  const query = useScreenAddress('Students').query;
  const id = Number(query.student);
  return Number.isInteger(id) && id > 0 ? (
    <OpenStudent key={id} id={id} list={query} />
  ) : (
    <StudentList list={query} />
  );
}

/** The students that secretaries and administrators manage; teachers have read access. */
function StudentList({ list }: { readonly list: ListQuery }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const pageOf = (id: number): Address => addressOfStudents('Students', { ...list, student: id });
  const entityHooks: HooksByEntity = {
    student: {
      cells: {
        nrMatricol: (item) => copyable(item.nrMatricol),
        email: (item) => copyable(item.email),
        lastName: (item) => copyable(item.lastName),
        firstName: (item) => copyable(item.firstName),
      },
      opens: (item) => () => void goTo(pageOf(item.id)),
      actions: (item) => (
        <>
          <RowIcon
            tip={t('structure.openStudent')}
            label={t('structure.openStudentOf', { row: nameOf(item) })}
            icon={<PreviewIcon />}
            href={pageOf(item.id)}
          />
          <OneTimePassword row={nameOf(item)} make={() => makeOneTimePassword(item)} />
        </>
      ),
      feedback: {
        cnp: (value) => {
          const id = String(value).trim();
          return judgePersonalId(id) === 'other'
            ? t('structure.foreignId')
            : personalIdProblems(id, 'cnp', today());
        },
        phoneNumber: (value) => phoneProblems(String(value), 'phoneNumber'),
      },
    },
  };
  return (
    <CrudScreen screen="Students" entities={[student]} entityHooks={entityHooks}>
      {(state, level) => <StudentRows state={state} level={level} />}
    </CrudScreen>
  );
}

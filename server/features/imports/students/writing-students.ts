import type { Actor } from '#domain/access/actor.ts';
import { Refusal } from '#domain/errors.ts';
import {
  judgeStudent,
  type StudentDraft,
  type StudentVerdict,
} from '#domain/imports/students/judge-student.ts';
import type { StudentCells } from '#domain/imports/students/student-columns.ts';
import type { StoredStudent, StudentIndex } from '#domain/imports/students/student-index.ts';
import { type StudentProblem, studentProblem } from '#domain/imports/students/student-problems.ts';
import type { StudyTree } from '#domain/imports/students/study-tree.ts';
import { enrol } from '#server/accounts/account-changes.ts';
import { lockAddresses, openAccounts } from '#server/accounts/enrol-many.ts';
import type { Fragment, Transaction } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { selectStudentIndex } from './stored-students.ts';

export type PendingRow = { readonly position: number; readonly cells: StudentCells };

export type WriteResult = {
  readonly position: number;
  readonly state: 'written' | 'failed';
  readonly outcome: StudentVerdict['outcome'];
  readonly student: number | null;
  readonly problems: readonly StudentProblem[];
  /** The cells it changed, compared with what was stored when it was written. */
  readonly changes: StudentVerdict['changes'];
};

/** The transaction of a batch, with the author of the import and the faculties as the job read them. */
type WriteContext = {
  readonly tx: Transaction;
  readonly services: Pick<Services, 'process' | 'settings'>;
  readonly actor: Actor;
  readonly tree: StudyTree;
};

/** Maps a refusal of the accounts or the database to a problem of the row. */
export function problemOf(refusal: Refusal): StudentProblem {
  if (refusal.code === 'student.addressOfAnother') return studentProblem('email', 'addressOfAnother');
  if (refusal.code === 'student.sitting' || refusal.code === 'account.sitting')
    return studentProblem('email', 'sitting');
  if (refusal.code === 'resource.duplicate') return studentProblem(null, 'taken');
  return studentProblem(null, 'notWritten');
}

const nameOf = ({ firstName, lastName }: Pick<StudentDraft, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

const columns = (tx: Transaction): Fragment => tx`
  email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, external_id, matricol`;
const values = (tx: Transaction): Fragment => tx`
  given.email, given."firstName", given."lastName", given.cnp, given.phone, given.year, given."collegeId",
  given."sectionId", given."seriesId", given."externalId", given.matricol`;
const given = (tx: Transaction, drafts: readonly (StudentDraft & Partial<Before>)[]): Fragment => tx`
  jsonb_to_recordset(${tx.json(drafts)}) as given (email citext, "firstName" text, "lastName" text, cnp text,
    phone text, year int, "collegeId" int, "sectionId" int, "seriesId" int, "externalId" text, matricol text,
    id int, "beforeEmail" citext, "beforeCnp" text)`;
type Before = { readonly id: number; readonly beforeEmail: string; readonly beforeCnp: string };

async function insertStudents(tx: Transaction, drafts: readonly StudentDraft[]) {
  if (drafts.length === 0) return [];
  return tx<{ id: number; email: string }[]>`
    insert into students (${columns(tx)}) select ${values(tx)} from ${given(tx, drafts)} returning id, email::text`;
}

/**
 * Updates enrolments that still belong to the person the row was compared with; an enrolment has its new address already
 * when its account was renamed. Returns their ids.
 */
async function updateStudents(tx: Transaction, drafts: readonly (StudentDraft & Before)[]) {
  if (drafts.length === 0) return new Set<number>();
  const rows = await tx<{ id: number }[]>`
    update students s set (${columns(tx)}) = row(${values(tx)}) from ${given(tx, drafts)}
     where s.id = given.id and s.cnp = given."beforeCnp" and s.email in (given."beforeEmail", given.email) returning s.id`;
  return new Set(rows.map(({ id }) => id));
}

const asChange = (draft: StudentDraft, { id, email, cnp }: StoredStudent) => ({
  ...draft,
  ...{ id, beforeEmail: email, beforeCnp: cnp },
});

/** Creates or updates an enrolment and its account, by the rules of the form (ROLE-12, SAFE-22). */
async function writeStudent(
  { tx, services, actor }: WriteContext,
  draft: StudentDraft,
  before: StoredStudent | null,
): Promise<number | null> {
  await enrol(
    { tx, services, viewer: await viewerOf(tx, actor) },
    { email: draft.email, name: nameOf(draft), personalId: draft.cnp, seriesId: draft.seriesId },
    before ? { email: before.email, name: nameOf(before) } : undefined,
  );
  if (!before) return (await insertStudents(tx, [draft]))[0]?.id ?? null;
  const updated = await updateStudents(tx, [asChange(draft, before)]);
  // Its address is locked since it was judged; the job starts again with the new values.
  if (!updated.has(before.id)) throw new Error('the enrolment changed while it was written');
  return before.id;
}

/** Validates a row again, since its dry run may be days old, and writes it. */
async function writeRow(context: WriteContext, { position, cells }: PendingRow): Promise<WriteResult> {
  const { tx, tree } = context;
  const verdict = judgeStudent(cells, tree, await selectStudentIndex(tx, [cells], tree));
  const { outcome, problems, changes, draft, stored } = verdict;
  const judged = { position, outcome, problems, changes };
  if (!draft) return { ...judged, state: 'failed', student: null };
  if (outcome === 'same') return { ...judged, state: 'written', student: stored?.id ?? null };
  try {
    return { ...judged, state: 'written', student: await writeStudent(context, draft, stored) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      ...judged,
      ...{ state: 'failed', student: null, changes: [], problems: [...problems, problemOf(error)] },
    };
  }
}

type Plan = PendingRow & { readonly verdict: StudentVerdict; readonly draft: StudentDraft };

/** How a batch is written: equal rows not at all, plain ones as sets, the others one after the other. */
type BatchPlan = {
  readonly same: readonly Plan[];
  readonly creates: readonly Plan[];
  readonly changes: readonly (Plan & { readonly stored: StoredStudent })[];
};

const keyOf = (email: string) => email.toLowerCase();
const addressesOf = ({ draft, verdict: { stored } }: Plan) =>
  new Set([keyOf(draft.email), ...(stored ? [keyOf(stored.email)] : [])]);

function counted<T>(all: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Finds the rows whose order in the batch does not matter: no other one has their enrolment or address. */
function planBatch(rows: readonly PendingRow[], tree: StudyTree, studentIndex: StudentIndex): BatchPlan {
  const plans = rows.flatMap((row): Plan[] => {
    const verdict = judgeStudent(row.cells, tree, studentIndex);
    return verdict.draft ? [{ ...row, verdict, draft: verdict.draft }] : [];
  });
  const addresses = counted(plans.flatMap((plan) => [...addressesOf(plan)]));
  const enrolments = counted(plans.map(({ verdict }) => verdict.studentId));
  const alone = plans.filter(
    (plan) =>
      [...addressesOf(plan)].every((address) => addresses.get(address) === 1) &&
      (plan.verdict.studentId === null || enrolments.get(plan.verdict.studentId) === 1),
  );
  return {
    same: alone.filter(({ verdict }) => verdict.outcome === 'same'),
    creates: alone.filter(
      ({ verdict, draft }) =>
        verdict.outcome === 'create' && studentIndex.withEmail(draft.email).length === 0,
    ),
    changes: alone.flatMap((plan) => {
      const { outcome, stored } = plan.verdict;
      const isPlain =
        outcome === 'change' &&
        stored !== null &&
        keyOf(stored.email) === keyOf(plan.draft.email) &&
        stored.firstName === plan.draft.firstName &&
        stored.lastName === plan.draft.lastName;
      return isPlain ? [{ ...plan, stored }] : [];
    }),
  };
}

const written = (plan: Plan, student: number): WriteResult => {
  const { outcome, problems, changes } = plan.verdict;
  return { position: plan.position, state: 'written', outcome, student, problems, changes };
};

/** Creates the enrolments of new addresses with their accounts, as sets. */
async function writeCreates(
  { tx, services, actor }: WriteContext,
  plans: readonly Plan[],
  existing: ReadonlySet<string>,
): Promise<WriteResult[]> {
  const free = plans.filter(({ draft }) => !existing.has(keyOf(draft.email)));
  if (free.length === 0) return [];
  const opened = await openAccounts(
    { tx, services, viewer: await viewerOf(tx, actor) },
    free.map(({ draft }) => ({ email: draft.email, name: nameOf(draft), seriesId: draft.seriesId })),
  );
  const enrolled = free.filter(({ draft }) => opened.has(keyOf(draft.email)));
  const rows = await insertStudents(
    tx,
    enrolled.map(({ draft }) => draft),
  );
  const ids = new Map(rows.map(({ id, email }) => [keyOf(email), id]));
  return enrolled.flatMap((plan) => {
    const id = ids.get(keyOf(plan.draft.email));
    return id === undefined ? [] : [written(plan, id)];
  });
}

/** Updates enrolments whose address and name stay, as a set. */
async function writeChanges(tx: Transaction, plans: BatchPlan['changes']): Promise<WriteResult[]> {
  const ids = await updateStudents(
    tx,
    plans.map(({ draft, stored }) => asChange(draft, stored)),
  );
  return plans.filter(({ stored }) => ids.has(stored.id)).map((plan) => written(plan, plan.stored.id));
}

/** Their accounts stay locked until the end of the transaction, so nobody signs in with them before. */
const maxSingly = 20;

/**
 * Writes a batch with a few statements. Rows that depend on another row, move or rename an account, or share one follow
 * one after the other, each judged again; those beyond a few are left for the next batch. Returns the rows it wrote.
 */
export async function writeRows(context: WriteContext, rows: readonly PendingRow[]): Promise<WriteResult[]> {
  const { tx, tree } = context;
  const studentIndex = await selectStudentIndex(
    tx,
    rows.map(({ cells }) => cells),
    tree,
  );
  const { same, creates, changes } = planBatch(rows, tree, studentIndex);
  const existing = await lockAddresses(
    tx,
    [...creates, ...changes].flatMap((plan) => [...addressesOf(plan)]),
  );
  const done = [
    ...same.map((plan) => written(plan, plan.verdict.studentId ?? 0)),
    ...(await writeChanges(tx, changes)),
    ...(await writeCreates(context, creates, existing)),
  ];
  const positions = new Set(done.map(({ position }) => position));
  const others = rows.filter(({ position }) => !positions.has(position));
  for (const row of others.slice(0, maxSingly)) done.push(await writeRow(context, row));
  return done;
}

import { inFile, type Mutant, one as named } from './mutant.ts';

const settlements = 'server/exams/settlements.ts';
const regrading = 'server/exams/regrading.ts';
const tests = [
  'server/exams/regrading.api.test.ts',
  'server/exams/regrading-races.api.test.ts',
  'server/exams/settled-practice.api.test.ts',
];

const one = (name: string, ...edits: Parameters<typeof named>[2][]): Mutant =>
  named(`settlement: ${name}`, tests, ...edits);

/** Mutants of settling and regrading. */
export const settlementMutants: readonly Mutant[] = [
  one(
    'settling does not wait for exams that are ending',
    inFile(settlements, 'select pg_advisory_xact_lock(${gateOf(', 'select abs(${gateOf('),
  ),
  one(
    'exams that ended meanwhile are forgotten',
    inFile(regrading, 'known.get(examId) !== finishedAt', 'known.get(examId) !== finishedAt && examId < 0'),
  ),
  one(
    'a withdrawn settlement stays in force',
    inFile(
      settlements,
      'where s.withdrawn_at is null and s.exam_session_id = any',
      'where s.exam_session_id = any',
    ),
  ),
  one(
    'practice is reached',
    inFile(
      settlements,
      `case when g.kind = 'official' then g.exam_session_id end as "sessionId"`,
      'g.exam_session_id as "sessionId"',
    ),
  ),
  one(
    'the fingerprint of the preview is ignored',
    inFile(regrading, 'fingerprint !== impact.fingerprint', 'fingerprint === undefined'),
  ),
  one(
    'an exam that the preview showed and that ended again is scored without being shown',
    inFile(
      regrading,
      'impact.exams.some(({ examId }) => lateIds.has(examId))',
      'impact.exams.some(({ examId }) => examId < 0)',
    ),
  ),
  one(
    'an exam that was reopened meanwhile gets a score that was computed before',
    inFile(regrading, '= r."finishedAt"', 'is distinct from -1'),
  ),
  one(
    'the end of another exam outdates a preview',
    inFile('server/exams/impact.ts', 'previewed === undefined\n', 'previewed !== ""\n'),
  ),
  one(
    'a change of an exam that the preview covered does not outdate it',
    inFile('server/exams/impact.ts', 'finishedAt <= until', 'finishedAt <= until && previewed === undefined'),
  ),
  named(
    'settlement: exams that cross 5.00 are listed in no particular place',
    ['server/features/contestations/previewed-changes.api.test.ts'],
    inFile(
      'server/exams/impact-summary.ts',
      'Number(Boolean(crossing(other))) - Number(Boolean(crossing(one)))',
      'other.examId < one.examId ? 1 : -1',
    ),
  ),
  named(
    'settlement: every page of a preview lists the first exams',
    ['server/features/contestations/previewed-changes.api.test.ts'],
    inFile('server/exams/impact-summary.ts', '.slice(skip, skip + take)', '.slice(0, take)'),
  ),
  named(
    'settlement: the bank gets another key than previewed when two sessions correct it at once',
    ['server/features/contestations/outdated-previews.api.test.ts'],
    inFile('server/exams/settled-keys.ts', 'order by id for no key update', 'order by id'),
  ),
  named(
    'settlement: a case is open to a holder who takes the same exam',
    ['server/features/contestations/closed-keys.api.test.ts'],
    inFile(
      'server/features/contestations/reading.ts',
      'isKeyHiddenFrom(services, actor, examId ?? { versionId: versionId ?? 0, sessionId })',
      'isKeyHiddenFrom(services, actor, examId ?? 0)',
    ),
  ),
  named(
    'settlement: how a question was settled is open to a holder who takes the same exam',
    ['server/features/contestations/closed-keys.api.test.ts'],
    inFile(
      'server/features/contestations/reading.ts',
      'const hidesSettling = await isContestKeyHiddenFrom(services, actor, head);',
      'const hidesSettling = isTaker && (await isContestKeyHiddenFrom(services, actor, head));',
    ),
  ),
  named(
    'settlement: the history of a student shows how a question was settled to a holder who takes the same exam',
    ['server/features/students/closed-history.api.test.ts'],
    inFile(
      'server/features/students/student-page.ts',
      'and not (t.question_version_id is not null and',
      'and not (t.question_version_id is null and',
    ),
  ),
  named(
    'settlement: appeals without a template are settled for one',
    ['server/features/contestations/template-reach.api.test.ts'],
    inFile(
      'server/features/contestations/decisions.ts',
      `if (reach === 'template' && of.templateGroupId === null) {`,
      `if (reach === 'template' && head.templateGroupId === null) {`,
    ),
  ),
  named(
    'settlement: somebody scores an exam of their own or of a relative again',
    ['server/features/contestations/settling-rights.api.test.ts'],
    inFile(regrading, 'concerned.count > 0', 'concerned.count > 9'),
  ),
  named(
    'settlement: an appeal that was filed meanwhile is decided with the others',
    ['server/features/contestations/grouped-appeals.api.test.ts'],
    inFile(
      'server/features/contestations/decisions.ts',
      'alike.length !== shownKeys.size ||',
      'alike.length < shownKeys.size &&',
    ),
  ),
];

import { inFile, type Mutant, one } from './mutant.ts';

const sittingTests = 'server/http/while-sitting.api.test.ts';
const writers = 'server/features/exam-taking/writers.api.test.ts';
const saving = 'server/features/exam-taking/saving.api.test.ts';
const free = 'server/features/exam-taking/practice.api.test.ts';
const rule = 'server/exams/save-rule.api.test.ts';

const guard = 'server/http/while-sitting.ts';
const statement = 'server/exams/save-statement.ts';
const conditions = 'server/exams/conditions.ts';
const beginning = 'server/exams/beginning.ts';
const reading = 'server/features/exam-taking/reading.ts';
const migration = 'server/db/migrations/0024_one_sitting_one_writer.sql';

/** Mutants that allow more than the exam during a sitting, or two writers of one exam. */
export const sittingMutants: readonly Mutant[] = [
  one(
    'sitting: a body that is held back is not looked at again',
    ['server/http/slow-body.api.test.ts'],
    inFile('server/http/register.ts', 'if (!call.upload) await request.confirmCaller();', ''),
  ),
  one(
    'sitting: the list of calls is ignored',
    [sittingTests],
    inFile(guard, 'if (sitting && call.whileSitting === undefined)', 'if (sitting && !call)'),
  ),
  one(
    'sitting: missing rights are reported before the exam',
    [sittingTests],
    inFile(
      'server/http/register.ts',
      `    refuseWhileSitting(call, caller);
    const { access } = call;
    if (access !== 'signedIn' && (access === 'public' || !may(caller.actor, access)))
      refuse('auth.forbidden');`,
      `    const { access } = call;
    if (access !== 'signedIn' && (access === 'public' || !may(caller.actor, access)))
      refuse('auth.forbidden');
    refuseWhileSitting(call, caller);`,
    ),
  ),
  one(
    'sitting: one more call is accepted',
    [sittingTests],
    inFile(
      'contract/exam-results.ts',
      "  path: 'previewExam',\n",
      "  path: 'previewExam',\n  whileSitting: 'always',\n",
    ),
  ),
  one(
    'sitting: another exam of the same account is open',
    [sittingTests],
    inFile(guard, "if (call.whileSitting === 'ownExam')", "if (call.whileSitting === 'ownExam' && !caller)"),
  ),
  one(
    'sitting: another sitting of the same account is open',
    [sittingTests],
    inFile(
      guard,
      "if (call.whileSitting === 'ownSitting')",
      "if (call.whileSitting === 'ownSitting' && !caller)",
    ),
  ),
  one(
    'sitting: another exam can be begun',
    [sittingTests],
    inFile(
      'server/features/exam-taking/preparing.ts',
      '  refuseOtherSitting(caller, appointment.details.groupId);\n',
      '',
    ),
  ),
  one(
    'sitting: practice takes saves',
    [sittingTests, rule],
    inFile(statement, '(e.practice is null or not exists (', '(true or not exists ('),
  ),
  one(
    'sitting: practice is read',
    [sittingTests],
    inFile(reading, 'if (exam.sat && !exam.sat.includes(exam.groupId))', 'if (exam.sat && !exam)'),
  ),
  one(
    'sitting: the bank’s images are open',
    [sittingTests],
    inFile('server/files/visible-images.ts', 'if (sitting) return', 'if (sitting && !actor) return'),
  ),
  one(
    'sitting: recordings of other sittings are taken',
    [sittingTests],
    inFile(
      'server/features/recordings/uploading.ts',
      '    await refuseOtherExamOrSitting(services, caller, { groupId });\n',
      '',
    ),
  ),
  one(
    'sitting: the grace does not belong to it',
    [sittingTests],
    inFile(conditions, `+ interval '\${graceSeconds} seconds'`, "+ interval '0 seconds'"),
  ),
  one(
    'sitting: it never ends by time',
    [sittingTests],
    inFile(conditions, `+ interval '\${graceSeconds} seconds'`, `+ interval '\${graceSeconds} hours'`),
  ),
  one(
    'sitting: it ends with its first part',
    [sittingTests],
    inFile(
      conditions,
      `\${exam}.finished_at is null`,
      `not exists (select from exams part where part.group_id = \${exam}.group_id and part.finished_at is not null)`,
    ),
  ),
  one(
    'sitting: practice counts as an exam',
    ['server/features/sign-in/day-passwords.api.test.ts'],
    inFile(conditions, `\${exam}.practice is null and `, ''),
  ),
  one(
    'simulations: nothing holds several of one subject apart',
    [free],
    inFile(
      migration,
      'create unique index exams_practice_once on exams (user_id, practice, position)',
      'create unique index exams_practice_once on exams (user_id, practice, position, id)',
    ),
    inFile(
      'server/exams/paper.ts',
      '\n      on conflict (user_id, practice, position) where practice is not null and finished_at is null do nothing',
      '',
    ),
  ),
  one(
    'simulations: one that ran out blocks the next',
    [free],
    inFile(
      'server/features/exam-taking/practice.ts',
      '    await finishOverdue(services.database, { ...request, ...idsOf(request.subject) });\n',
      '',
    ),
  ),
  one(
    'a missing writer is taken from any sign-in',
    [writers, rule],
    inFile(statement, 'then e.writer_sign_in = s.sign_in else', 'then true else'),
  ),
  one(
    'a missing writer reads from any sign-in',
    [writers],
    inFile(
      'domain/exam-taking/sitting.ts',
      'sender.writer === undefined ? sender.signInId === writerSignIn : sender.writer === writer',
      'sender.writer === undefined || (sender.signInId !== writerSignIn && !writer) || sender.writer === writer',
    ),
  ),
  one(
    'a page that was taken over goes on reading',
    [writers],
    inFile(
      reading,
      "if (!isWriter(exam, { writer, signInId })) refuse('exam.takenOver');",
      'if (!isWriter(exam, { writer, signInId })) await undefined;',
    ),
  ),
  one(
    'finishing ignores the writer',
    [writers],
    inFile(
      'server/exams/finishing.ts',
      "if (!isWriter(row, sender)) refuse('exam.takenOver');",
      'if (!isWriter(row, sender)) await undefined;',
    ),
  ),
  one(
    'a load leaves the sign-in of the writer',
    [writers],
    inFile(
      beginning,
      'gen_random_uuid(), writer_sign_in = ',
      'gen_random_uuid(), writer_sign_in = coalesce(writer_sign_in, ',
    ),
    inFile(beginning, '::uuid, takeovers', '::uuid), takeovers'),
  ),
  one(
    'two who begin at once are the same writer',
    [writers],
    inFile(
      'server/features/exam-taking/preparing.ts',
      'return takeOver(sql, groupId, by);',
      "return sql.unsafe('select id, writer, takeovers from exams where group_id = ' + groupId);",
    ),
  ),
  one(
    'a disabled account keeps saving',
    [saving],
    inFile(
      migration,
      'when (new.disabled_at is not null)',
      'when (new.disabled_at is not null and new.id < 0)',
    ),
  ),
  one(
    'a token that ran out keeps saving',
    [saving],
    inFile(statement, "isLiveSignIn('i', 's.token_ends')", "'i.revoked_at is null and i.expires_at > now()'"),
  ),
];

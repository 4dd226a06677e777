import { inFile, type Mutant, one } from './mutant.ts';

const statement = 'server/exams/save-statement.ts';
const saving = 'server/features/exam-taking/saving.api.test.ts';
const saveOrder = 'server/features/exam-taking/save-order.api.test.ts';
const writers = 'server/features/exam-taking/writers.api.test.ts';
const preparing = 'server/features/exam-taking/preparing.api.test.ts';
const results = 'server/features/exam-results/results.api.test.ts';
const saver = 'server/exams/saver.api.test.ts';
const finishing = 'server/exams/finishing.api.test.ts';
const rule = 'server/exams/save-rule.api.test.ts';
const secrecy = 'server/exams/secrecy.api.test.ts';
const durability = 'server/exams/durability.api.test.ts';
const boundedEvents = 'server/exams/bounded-events.api.test.ts';
const closedKeys = 'server/features/contestations/closed-keys.api.test.ts';
const kill = 'server/exams/kill.fault.test.ts';

export const examEngineMutants: readonly Mutant[] = [
  one(
    'acknowledge before commit',
    [saver],
    inFile(
      'server/exams/saver.ts',
      `    const rows = await write(batch.map(({ save }) => save));
    return () => {
      for (const row of rows) batch[row.ord - 1]?.resolve(row);
    };`,
      `    const parameters = saveParameters(batch.map(({ save }) => save), performance.now());
    await sql.begin(async (tx) => {
      const rows = await tx.unsafe<SaveRow[]>(saveStatement, parameters, { prepare: true });
      for (const row of rows) batch[row.ord - 1]?.resolve(row);
    });
    return () => {};`,
    ),
  ),
  {
    name: 'synchronous_commit off behind the guard',
    project: 'faults',
    tests: [kill],
    only: 'nothing acknowledged is lost',
    edits: [
      inFile(
        'server/exams/save-statement.ts',
        "enable_seqscan: 'off',",
        "enable_seqscan: 'off', synchronous_commit: 'off',",
      ),
      inFile('server/exams/engine.ts', 'isDurable(hot)', 'isDurable(database.sql)'),
    ],
  },
  one(
    'two saves of one exam in a batch',
    [saver],
    inFile('server/exams/saver.ts', ' && !exams.has(waiting.save.examId)', ''),
  ),
  one(
    'saves do not gather during a rush of sign-ins',
    [saver],
    inFile('server/exams/saver.ts', ' || !isMachineFull()', ' || isMachineFull'),
  ),
  one(
    'two saves of one exam under way at once',
    [saver],
    inFile('server/exams/saver.ts', 'new Set(inFlight)', 'new Set<number>()'),
  ),
  one(
    'finish in one statement',
    [finishing],
    inFile(
      'server/exams/finishing.ts',
      'select id, extract(epoch from deadline)',
      `select id, (select array_agg(q.ticks order by q.position) from exam_questions q where q.exam_id = exams.id) as early,
             extract(epoch from deadline)`,
    ),
    inFile(
      'server/exams/finishing.ts',
      'held.flatMap(({ id, cause, signInId, note }) => {',
      'held.flatMap(({ id, cause, signInId, note, early }) => {',
    ),
    inFile(
      'server/exams/finishing.ts',
      '...scoreExam(exam.questions, exam.scoringMode)',
      '...scoreExam(exam.questions.map((one, at) => (early ? { ...one, ticks: early[at] } : one)), exam.scoringMode)',
    ),
  ),
  one(
    'seq per exam instead of per question',
    [saving, saveOrder],
    inFile(
      statement,
      'q.seq < v.seq)',
      '(select max(o.seq) from exam_questions o where o.exam_id = q.exam_id) < v.seq)',
    ),
  ),
  one(
    'saveId ignored',
    [saving, saveOrder],
    inFile(statement, 'select exam_id, save_id, case', 'select exam_id, gen_random_uuid(), case'),
  ),
  one('writer ignored', [writers], inFile(statement, 'else e.writer = s.writer end', 'else true end')),
  one(
    'a new writer numbers like the one before',
    [writers],
    inFile(
      'server/features/exam-taking/loading.ts',
      'seqFloor: seqFloor(own?.takeovers ?? 0)',
      'seqFloor: seqFloor(0)',
    ),
  ),
  one(
    'two who load at once are the same writer',
    [writers],
    inFile(
      'server/features/exam-taking/loading.ts',
      'preparedExamOf(sitting, taken, current)',
      "preparedExamOf(sitting, await sql.unsafe('select id, writer from exams where group_id = ' + groupId), current)",
    ),
  ),
  one(
    'grace 0',
    [saving, saveOrder],
    inFile('domain/exam-taking/time.ts', 'graceSeconds = 60', 'graceSeconds = 0'),
  ),
  one(
    'grace one hour',
    [saving, saveOrder],
    inFile('domain/exam-taking/time.ts', 'graceSeconds = 60', 'graceSeconds = 3600'),
  ),
  one(
    'bank ids on the wire: answers',
    [secrecy],
    inFile('server/exams/serving.ts', 'id: examAnswerId(id, shownAt),', 'id: examAnswerId(id, bankIndex),'),
  ),
  one(
    'bank ids on the wire: questions',
    [saving, saveOrder],
    inFile(
      'server/exams/serving.ts',
      '{ position, kind, answerOrder, ticks }: Omit',
      '{ position, kind, answerOrder, ticks, versionId }: Omit',
    ),
    inFile('server/exams/serving.ts', 'question: { id, text', 'question: { id: versionId, text'),
  ),
  one(
    'isCorrect in an answer',
    [secrecy],
    inFile(
      'server/bank/stored-content.ts',
      "json_build_object('text', a.text, 'image', a.image) order",
      `json_build_object('text', a.text, 'image', a.image, 'isCorrect',
          (select k.correct >> a.position & 1 = 1 from question_keys k where k.question_version_id = v.id)) order`,
    ),
    inFile(
      'server/exams/serving.ts',
      'answerAttachment: answer?.image ?? null,',
      'answerAttachment: answer?.image ?? null, isCorrect: answer.isCorrect,',
    ),
    inFile(
      'contract/questions.ts',
      'answer: z.strictObject({ description: z.string(), answerAttachment: z.string().nullable() }),',
      'answer: z.strictObject({ description: z.string(), answerAttachment: z.string().nullable(), isCorrect: z.boolean() }),',
    ),
  ),
  one(
    'a lock of the process instead of the database’s: saving',
    [finishing],
    inFile(statement, ' for no key update of e', ''),
  ),
  one(
    'a lock of the process instead of the database’s: finishing',
    [finishing],
    inFile(
      'server/exams/finishing.ts',
      `started_at is not null and finished_at is null
         for no key update`,
      'started_at is not null and finished_at is null',
    ),
  ),
  one(
    'a bad save takes its neighbours with it',
    [saver],
    inFile(
      'server/exams/saver.ts',
      'if (isConnectionLoss(error)) for (const { reject } of batch) reject(error);',
      'if (error) for (const { reject } of batch) reject(error);',
    ),
  ),
  one(
    'somebody else’s exam',
    [saving, saveOrder],
    inFile(statement, 'e.user_id = s.user_id and', 'true and'),
  ),
  one(
    'a sign-in that was ended',
    [saving, saveOrder],
    inFile(statement, "isLiveSignIn('i', 's.token_ends')", "'to_timestamp(s.token_ends) > now()'"),
  ),
  one(
    'two answers of a simple question',
    [rule],
    inFile(statement, `(q.kind = '\${kindLetters.multiple}' or s.ticks & (s.ticks - 1) = 0)`, 'true'),
  ),
  one(
    'an answer that is not shown',
    [rule],
    inFile(statement, 's.ticks >> cardinality(q.slots) = 0', 'true'),
  ),
  one(
    'a blank overwrites',
    [saving, saveOrder],
    inFile(
      'domain/exam-taking/save.ts',
      'skip || (ticks === 0 && seq === undefined) ? undefined : ticks',
      'skip ? undefined : ticks',
    ),
  ),
  one(
    'a delayed skip marks an answered question',
    [rule],
    inFile(
      statement,
      `(v.kind = '\${eventLetters.skipped}' or v.ticks is not null) and (v.seq is null or q.seq < v.seq)`,
      `(v.kind = '\${eventLetters.skipped}' or v.ticks is not null and (v.seq is null or q.seq < v.seq))`,
    ),
  ),
  one(
    'late saves are forgotten',
    [saving, saveOrder],
    inFile('server/exams/unapplied-save.ts', "  'exam.late': 'late',\n", ''),
  ),
  one(
    'a load leaves the writer',
    [writers],
    inFile(
      'server/exams/beginning.ts',
      'update exams e set writer = gen_random_uuid()',
      'update exams e set writer = e.writer',
    ),
  ),
  one(
    'extra time granted at the start is lost',
    [preparing],
    inFile('server/exams/beginning.ts', ') for share', ')'),
  ),
  {
    name: 'the check of practice in a save cannot use its index',
    project: 'api',
    tests: ['server/exams/save-plan.api.test.ts'],
    edits: [inFile('server/exams/save-statement.ts', ' and o.started_at is not null', '')],
  },
  {
    name: 'papers are drawn inside the transaction that stores them',
    project: 'api',
    tests: ['server/exams/papers.api.test.ts'],
    only: 'more students at once than the pool has connections',
    edits: [
      inFile(
        'server/exams/official-papers.ts',
        `  const paper = await paperOf(sql, services, appointment);
  await services.database.transaction(systemAuthor, (tx) => storePapers(tx, [paper], 'wait'));`,
        `  await services.database.transaction(systemAuthor, async (tx) =>
    storePapers(tx, [await paperOf(sql, services, appointment)], 'wait'));`,
      ),
    ],
  },
  one(
    'the slot is not checked',
    [preparing],
    inFile('domain/exam-taking/time.ts', 'if (now < slot.startsAt) return', 'if (now < 0) return'),
    inFile('server/exams/beginning.ts', ' and now() >= a.starts_at', ''),
  ),
  one(
    'overdue exams are closed within the grace',
    [finishing],
    inFile('server/exams/finishing.ts', ' + closingSlackSeconds}', ' * 0}'),
  ),
  one(
    'a second end writes again',
    [finishing],
    inFile(
      'server/exams/finishing.ts',
      `started_at is not null and finished_at is null
         for no key update`,
      `started_at is not null
         for no key update`,
    ),
    inFile(
      'server/exams/finishing.ts',
      'where e.id = r.id and e.finished_at is null returning',
      'where e.id = r.id returning',
    ),
  ),
  one(
    'the key before the last slot has ended',
    [results],
    inFile('domain/exam-taking/result-visibility.ts', 'now <= keyFrom', 'now < 0'),
  ),
  one(
    'the key while another exam asks the same discipline',
    [results],
    inFile('server/exams/questions-used-until.ts', 'd.discipline_id in (', 'false and d.discipline_id in ('),
  ),
  one(
    'the key of a template before its session is over',
    [results],
    inFile(
      'server/exams/questions-used-until.ts',
      'g.template_group_id is not null',
      'g.template_group_id < 0',
    ),
  ),
  one(
    'the key although previews are closed',
    [results],
    inFile(
      'domain/exam-taking/result-visibility.ts',
      'if (!allowExamPreview)',
      'if (allowExamPreview === undefined)',
    ),
  ),
  one(
    'the mode of the session now instead of the exam’s',
    [results],
    inFile(
      'server/exams/settlements.ts',
      'e.scoring_mode as "scoringMode", g.template_group_id',
      `coalesce((select s.scoring_mode from exam_sessions s where s.id = g.exam_session_id), e.scoring_mode)
               as "scoringMode", g.template_group_id`,
    ),
  ),
  one(
    'answers shown in the bank’s order',
    [secrecy],
    inFile(
      'domain/exam-structure/draw.ts',
      `  return shuffle(random, [
    ...sample(random, pool.correct, correct),
    ...sample(random, pool.wrong, limits.maxAnswers - correct),
  ]);`,
      `  return [
    ...sample(random, pool.correct, correct),
    ...sample(random, pool.wrong, limits.maxAnswers - correct),
  ];`,
    ),
  ),
  one(
    'the ticks of an exam are read by staff who still take it: in its history',
    [closedKeys],
    inFile(
      'server/features/exam-results/sitting-details.ts',
      'answers: isHidden ? null : entry.answers',
      'answers: entry.answers',
    ),
  ),
  one(
    'the ticks of an exam are read by staff who still take it: in its events',
    [closedKeys],
    inFile('server/features/exam-results/events.ts', 'ticks === null || isHidden ?', 'ticks === null ?'),
  ),
  one(
    'a script saves as often as it likes',
    [boundedEvents],
    inFile('server/features/exam-taking/saving.ts', 'await exams.personal.paceSave(request.userId);', ''),
  ),
  one(
    'an exam finishes before the saves that wait for their pace',
    [boundedEvents],
    inFile(
      'server/features/exam-taking/loading.ts',
      'await services.exams.personal.paceSave(caller.actor.userId);',
      '',
    ),
  ),
  one(
    'official exams on a database that forgets',
    [durability],
    inFile(
      'server/exams/engine.ts',
      'if (allowUnsafeDatabase) return true;',
      'if (databaseUrl) return true;',
    ),
  ),
];

import { inFile, type Mutant, one as named } from './mutant.ts';

const rights = 'domain/access/account-rights.ts';
const changes = 'server/accounts/account-changes.ts';
const migration = 'server/db/migrations/0025_enrolment_accounts.sql';

const corrected = 'server/accounts/corrected-address.api.test.ts';
const exchange = 'server/accounts/address-exchange.api.test.ts';
const races = 'server/accounts/address-races.api.test.ts';
const promotion = 'server/accounts/promotion.api.test.ts';
const takeover = 'server/accounts/account-takeover.api.test.ts';
const passwords = 'server/features/sign-in/passwords.api.test.ts';

const one: typeof named = (name, ...rest) => named(`account: ${name}`, ...rest);

/** Mutants of exam ownership and of the rights to change accounts. */
export const accountMutants: readonly Mutant[] = [
  one(
    'an unknown address is checked in the directory where students are not',
    ['server/features/settings/settings-in-effect.api.test.ts'],
    inFile(
      'server/features/sign-in/login.ts',
      "account ? rolesOf(account) : ['Studenti']",
      "account ? rolesOf(account) : ['Profesori', 'Studenti']",
    ),
  ),
  one(
    'a link in a mail goes to any port of the machine',
    ['server/mail/link-base.api.test.ts'],
    inFile('server/mail/link-base.ts', "port === '' || ", "port !== '0' || "),
  ),
  one(
    'a corrected address makes a new account',
    [corrected],
    inFile(
      rights,
      "return rows === 1 && !isAboveSecretaries(account) && !isAddressTaken ? 'rename' : 'move';",
      "return rows < 0 && !isAboveSecretaries(account) && !isAddressTaken ? 'rename' : 'move';",
    ),
  ),
  one(
    'an account with other enrolments is renamed for all',
    [corrected],
    inFile(rights, 'return rows === 1 &&', 'return rows >= 1 &&'),
  ),
  one(
    'an account with a staff role is renamed',
    [corrected],
    inFile(rights, 'rows === 1 && !isAboveSecretaries(account) &&', 'rows === 1 &&'),
  ),
  one(
    'papers and exams do not move',
    [corrected],
    inFile(
      migration,
      'foreign key (student_id, user_id) references students (id, user_id) on update cascade;',
      'foreign key (student_id) references students;',
    ),
  ),
  one(
    'the sitting moves without its exams',
    [corrected],
    inFile(
      migration,
      `foreign key (group_id, user_id) references exam_groups (id, user_id)
    on update cascade on delete cascade;`,
      'foreign key (group_id) references exam_groups on delete cascade;',
    ),
  ),
  one(
    'moving is allowed while sitting',
    [corrected],
    inFile(migration, 'e.started_at is not null and e.finished_at is null) then', 'false) then'),
  ),
  one(
    'a finished exam keeps the address from being corrected',
    [corrected],
    inFile(migration, ' and e.finished_at is null) then', ') then'),
  ),
  one(
    'whether an exam runs is asked before its rows are locked',
    [races],
    inFile(migration, '    perform from exam_groups where student_id = new.id order by id for update;\n', ''),
  ),
  one(
    'a sitting is begun for an account it has left',
    [races],
    inFile('server/exams/beginning.ts', ` and g.user_id = \${userId}`, ''),
  ),
  one(
    'a paper goes to the account it was drawn for',
    [races],
    inFile(
      'server/exams/official-papers.ts',
      'owners.get(paper.studentId ?? 0) ?? paper.userId',
      'owners.has(0) ? 0 : paper.userId',
    ),
  ),
  one(
    'accounts are not held while they are judged',
    [takeover],
    inFile(
      'server/accounts/account-ties.ts',
      `await tx\`select from users where id = \${id} for update\`;`,
      `await tx\`select from users where id = \${id}\`;`,
    ),
  ),
  one(
    'a recording in the browser is refused after the move',
    [corrected],
    inFile(
      'server/features/recordings/uploading.ts',
      `and (g.user_id = \${userId} or \${wasSatBy(tx, userId)})`,
      `and (g.user_id = \${userId} or (\${wasSatBy(tx, userId)} and false))`,
    ),
  ),
  one(
    'anybody uploads a recording',
    [corrected],
    inFile(
      'server/features/recordings/uploading.ts',
      ` and i.user_id = \${userId})\``,
      ` and \${userId}::int > 0)\``,
    ),
  ),
  one(
    'an account that is left keeps its password',
    [corrected],
    inFile(
      changes,
      "if (from && to && correctionOf(from, false) === 'rename') await closeAbandonedAccount(tx, from, to);",
      '',
    ),
  ),
  one(
    'mailed links survive a corrected address',
    [passwords],
    inFile(
      changes,
      `where user_id = \${userId} and sign_in_id is null\``,
      `where user_id = \${userId} and false\``,
    ),
  ),
  one(
    'two people share an account',
    [exchange],
    inFile(changes, 'areTwoPeople(id, person.personalId)', 'areTwoPeople(id, id)'),
  ),
  one(
    'some enrolment in scope is enough',
    [takeover],
    inFile(rights, 'enrolments.every((studyPlace) => inScope', 'enrolments.some((studyPlace) => inScope'),
  ),
  one(
    'the dean’s list is ignored',
    [takeover],
    inFile(rights, 'isAdmin || isTeacher || isDean;', 'isAdmin || isTeacher || (isDean && isAdmin);'),
  ),
  one(
    'an address of the dean’s list without an account is anybody’s',
    [takeover],
    inFile(
      'server/accounts/account-ties.ts',
      'isDean: isDean(address, await deanList(services)),',
      "isDean: isDean('', (await deanList(services)).filter(() => address === '')),",
    ),
  ),
  one(
    'a staff role is ignored',
    [takeover],
    inFile(
      rights,
      'isAboveSecretaries(account) || account.assignments.length > 0;',
      'account.isDean || account.assignments.length < 0;',
    ),
  ),
  one(
    'a teacher by discipline alone is no teacher',
    [takeover],
    inFile(
      'server/accounts/account-ties.ts',
      `\${teaches(sql)} as "isTeacher"`,
      'u.is_teacher as "isTeacher"',
    ),
  ),
  one(
    'only the account that is left is judged',
    [takeover],
    inFile(
      changes,
      'if (!mayChangeAccount(viewer, to ?? (await withoutTies(email, services))))',
      'if (!to && !mayChangeAccount(viewer, await withoutTies(email, services)))',
    ),
  ),
  one(
    'an enrolment of staff is taken away',
    [takeover],
    inFile(
      rights,
      "return isOf(actor, 'admin') || (isOf(actor, 'secretary') && !isStaff(account));",
      "return isOf(actor, 'admin') || (isOf(actor, 'secretary') && (!isStaff(account) || true));",
    ),
  ),
  one(
    'the name of a foreign account follows',
    [takeover],
    inFile(
      changes,
      '  if (!mayChangeAccount(viewer, account))\n    return writeAuditEntry',
      '  if (!viewer)\n    return writeAuditEntry',
    ),
  ),
  one(
    'a general secretary appoints anybody',
    [takeover],
    inFile(
      rights,
      'account.assignments.every((assignment) => managesSecretary(assignments, assignment)) &&',
      'true &&',
    ),
  ),
  one(
    'an account keeps its password when its owner becomes staff',
    [promotion],
    inFile(
      'server/accounts/promotion.ts',
      'if (gainsRights(account, role)) await',
      'if (gainsRights(account, role) && !account) await',
    ),
  ),
  one(
    'a new role throws a student out of the exam',
    [promotion],
    inFile('server/accounts/promotion.ts', 'if (await sitsOfficially(tx, account.id)) return false;', ''),
  ),
  one(
    'a secretary keeps their password as a teacher',
    [promotion],
    inFile(
      rights,
      "role === 'secretary' ? !isStaff(account) : !isAboveSecretaries(account)",
      'role && !isStaff(account)',
    ),
  ),
  one(
    'an account keeps its password when its address joins the dean’s list',
    [promotion],
    inFile(
      'server/features/settings/changing.ts',
      'if (given === undefined) return [];',
      'if (given !== false) return [];',
    ),
  ),
  one(
    'an account keeps its password when its address joins DEAN_EMAILS',
    [promotion],
    inFile(
      'server/accounts/new-deans.ts',
      'known ? await resetDeans(tx, services, unlisted) : []',
      'known && !added ? await resetDeans(tx, services, unlisted) : []',
    ),
  ),
  one(
    'an address in DEAN_EMAILS counts while its account takes an exam',
    [promotion],
    inFile('server/accounts/dean-list.ts', 'waiting.size === 0 ? addresses', 'waiting.size >= 0 ? addresses'),
  ),
  one(
    'an address that waited for the end of an exam is never reset',
    [promotion],
    inFile('server/accounts/new-deans.ts', 'waiting.delete(hashOfAddress(address));', 'void address;'),
  ),
  one(
    'a refused attempt fills the log',
    [takeover],
    inFile('server/db/audit-entry.ts', 'row.times >= sameAttemptsPerHour', 'row.times < 0'),
  ),
  one(
    'the attempt is not audited',
    [takeover],
    inFile(
      'server/db/audit-entry.ts',
      'if (error instanceof RefusedAttempt)',
      'if (error instanceof RefusedAttempt && !author)',
    ),
  ),
];

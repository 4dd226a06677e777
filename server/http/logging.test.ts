import { expect, it } from 'vitest';
import { loggedError } from './logging.ts';

const cnp = '6020304123450';

it('logs only the identifying fields of a database error, whichever driver throws it', () => {
  const texts = {
    severity: 'ERROR',
    detail: `Failing row contains (${cnp})`,
    hint: cnp,
    where: cnp,
    query: `select ${cnp}`,
    parameters: [cnp],
  };
  const spellings = [
    { table_name: 'students', constraint_name: 'students_cnp' },
    { table: 'students', constraint: 'students_cnp' },
  ];
  for (const spelling of spellings) {
    const thrown = Object.assign(new Error(`value "${cnp}"\n    at ${cnp} (a:1:2)`), texts, spelling, {
      code: '23514',
      routine: 'ExecConstraints',
    });
    const logged = loggedError(thrown);
    expect(JSON.stringify(logged)).not.toContain(cnp);
    expect(logged).toEqual({
      type: 'Error',
      message: 'database error',
      code: '23514',
      constraint: 'students_cnp',
      table: 'students',
      routine: 'ExecConstraints',
      stack: expect.stringMatching(/^ +at .*logging\.test\.ts/),
    });
  }
});

it('logs other error messages without long numbers and e-mail addresses', () => {
  const logged = loggedError(new TypeError(`cannot read "${cnp}" of ion.pop@umfst.ro at line 12`));
  expect(logged).toMatchObject({ type: 'TypeError', message: 'cannot read "#" of @ at line 12' });
  expect(JSON.stringify(logged)).not.toMatch(/ion\.pop|6020304/);
});

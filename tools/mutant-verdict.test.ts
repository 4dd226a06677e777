import { describe, expect, it } from 'vitest';
import { passing, type Report, type TestRun, verdictOn } from './mutant-verdict.ts';

type Reported = readonly [title: string, status: 'passed' | 'failed' | 'skipped', message?: string];

const report = (tests: readonly Reported[], message = ''): Report => ({
  testResults: [
    {
      message,
      assertionResults: tests.map(([title, status, failure]) => ({
        title,
        fullName: `saving ${title}`,
        status,
        failureMessages: failure === undefined ? [] : [failure],
      })),
    },
  ],
});
const run = (tests: readonly Reported[], { code = 0, message = '', output = '' } = {}): TestRun => ({
  code,
  output,
  report: report(tests, message),
});

const unbroken = passing(
  run([
    ['keeps the writer', 'passed'],
    ['keeps the order', 'passed'],
    ['was broken before', 'failed', 'AssertionError: 1'],
  ]),
);

describe('a mutant', () => {
  it('is killed when a test fails that passes without it', () => {
    const tests: Reported[] = [
      ['keeps the order', 'passed'],
      ['keeps the writer', 'failed', 'AssertionError: expected 200 to be 409\n at x'],
    ];
    expect(verdictOn(run(tests, { code: 1 }), unbroken)).toEqual({
      kind: 'killed',
      why: 'keeps the writer: AssertionError: expected 200 to be 409',
    });
  });

  it('is killed when a test reads an empty response as JSON', () => {
    const tests: Reported[] = [['keeps the writer', 'failed', 'SyntaxError: Unexpected end of JSON input']];
    expect(verdictOn(run(tests, { code: 1 }), unbroken).kind).toBe('killed');
  });

  it('survives when tests run and all pass', () => {
    const tests: Reported[] = [
      ['keeps the writer', 'passed'],
      ['keeps the order', 'skipped'],
    ];
    expect(verdictOn(run(tests), unbroken).kind).toBe('survived');
  });

  it.each<[string, TestRun]>([
    [
      'the run was interrupted, even after a test had failed',
      run([['keeps the writer', 'failed', 'AssertionError']], { code: 130 }),
    ],
    ['the run was killed before it wrote a report', { code: 137, output: '', report: undefined }],
    ['the tests could not be started at all', { code: 1, output: 'no PostgreSQL', report: undefined }],
    ['a file of tests could not be imported', run([], { code: 1, message: 'SyntaxError: Unexpected token' })],
    [
      'a test failed only because something could not be imported',
      run([['keeps the writer', 'failed', 'SyntaxError: Unexpected token']], { code: 1 }),
    ],
    [
      'only a test failed that fails without it too',
      run([['was broken before', 'failed', 'AssertionError']], { code: 1 }),
    ],
    ['no test ran', run([['keeps the writer', 'skipped']])],
    ['the run failed though no test did', run([['keeps the writer', 'passed']], { code: 1 })],
  ])('cannot be judged when %s', (_when, tried) => {
    expect(verdictOn(tried, unbroken).kind).toBe('unjudged');
  });

  it('is not killed by a test that also fails without it', () => {
    expect([...unbroken]).toEqual(['saving keeps the writer', 'saving keeps the order']);
  });
});

import { describe, expect, it } from 'vitest';
import { coverageProblems, requirementIds, testsByRequirement } from './requirement-coverage.ts';

const page = `# Requirements
Words, e.g. \`it('[ONE-9] not a statement')\`.
## ONE — first things
- ONE-1 A statement.
- ONE-2 ◇ Another that mentions ONE-1.
## TWO / THREE — other things (all)
- TWO-1 A third.
`;

const file = (text: string) => [{ path: 'domain/rule.test.ts', text }];

describe('the list of requirements', () => {
  it('is read from the document, in order', () => {
    expect(requirementIds(page)).toEqual(['ONE-1', 'ONE-2', 'TWO-1']);
  });
});

describe('the tests that name a requirement', () => {
  it('are found with any call and quotes, several ids per title', () => {
    const tests = testsByRequirement(
      file(`it('[ONE-1][ONE-2] works', …); test.each([1])("[TWO-1] %d", …); describe(\`[ONE-1] more\`, …)`),
    );
    expect(tests.get('ONE-1')).toEqual([
      'domain/rule.test.ts: [ONE-1][ONE-2] works',
      'domain/rule.test.ts: [ONE-1] more',
    ]);
    expect([...tests.keys()].sort()).toEqual(['ONE-1', 'ONE-2', 'TWO-1']);
  });

  it('do not count when skipped or todo, or when the id is only in a comment', () => {
    const text = `it.skip('[ONE-1] off', …); it.todo('[ONE-2] some day'); // see [TWO-1]`;
    expect(testsByRequirement(file(text)).size).toBe(0);
  });
});

describe('coverage', () => {
  const ids = ['ONE-1', 'ONE-2'];
  const tests = new Map([['ONE-1', ['a test']]]);

  it('is complete when each id has a test', () => {
    expect(coverageProblems(['ONE-1'], tests)).toEqual([]);
  });

  it('fails for an id without a test', () => {
    expect(coverageProblems(ids, tests)).toEqual(['ONE-2 has no test']);
  });

  it('fails for a test that names an unknown id', () => {
    expect(coverageProblems(['ONE-1'], new Map([...tests, ['SIX-6', ['x']]]))).toHaveLength(1);
  });
});

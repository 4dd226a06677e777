import { stripVTControlCharacters } from 'node:util';

/** The parts of vitest's report that are needed here. */
export type Report = {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly title: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

/** A test run: its exit code, and its report if it wrote one. */
export type TestRun = {
  readonly code: number;
  readonly output: string;
  readonly report: Report | undefined;
};

export type Verdict =
  | { readonly kind: 'killed'; readonly why: string }
  | { readonly kind: 'survived'; readonly why: string }
  | { readonly kind: 'unjudged'; readonly why: string };

/** Exit codes from here on encode the signal that ended a program. */
const firstSignalCode = 128;
/** The program did not build, so no rule was tested. A test that reads an empty response as JSON did run. */
const importError =
  /^(SyntaxError(?!.* JSON)|Error: (Cannot find (module|package)|Failed to (resolve|load)|Transform failed|Parse failure))/;

const firstLine = (text: string) => stripVTControlCharacters(text).split('\n')[0]?.slice(0, 160) ?? '';
const unjudged = (why: string): Verdict => ({ kind: 'unjudged', why });
const testsOf = ({ testResults }: Report) => testResults.flatMap(({ assertionResults }) => assertionResults);

/** The tests that pass without a mutant; only their failures count. */
export function passing({ report }: TestRun): ReadonlySet<string> {
  const tests = report ? testsOf(report) : [];
  return new Set(tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName));
}

/** Why a run is inconclusive; undefined when it completed. */
function obstacleTo({ code, output, report }: TestRun): string | undefined {
  if (code >= firstSignalCode) return `the run was ended by a signal (${code})`;
  if (!report) return `there is no report: ${output.slice(-2000)}`;
  return undefined;
}

/**
 * The verdict on a mutant. Killed: a test that passes without it fails with it. Survived: tests ran and all passed.
 * Otherwise inconclusive: the run was cut off, the tests did not start, or they also fail without the mutant.
 */
export function verdictOn(run: TestRun, passed: ReadonlySet<string>): Verdict {
  const obstacle = obstacleTo(run);
  if (obstacle !== undefined || !run.report) return unjudged(obstacle ?? '');
  const tests = testsOf(run.report);
  const failed = tests.filter(({ status }) => status === 'failed');
  const reasonOf = ({ failureMessages }: (typeof tests)[number]) => firstLine(failureMessages?.[0] ?? '');
  const noticing = failed.find((test) => passed.has(test.fullName) && !importError.test(reasonOf(test)));
  if (noticing) return { kind: 'killed', why: `${noticing.title}: ${reasonOf(noticing)}` };
  const [other] = failed;
  if (other)
    return unjudged(
      passed.has(other.fullName)
        ? `it does not run: ${reasonOf(other)}`
        : `fails without the mutant too: ${other.title}`,
    );
  const unloaded = run.report.testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (unloaded) return unjudged(`the tests did not start: ${firstLine(unloaded.message)}`);
  const ran = tests.filter(({ status }) => status === 'passed');
  if (ran.length === 0) return unjudged('no test ran');
  if (run.code !== 0) return unjudged(`the run failed beside its tests: ${run.output.slice(-2000)}`);
  return { kind: 'survived', why: 'all tests pass' };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterAmounts } from '../exam-structure/demand.ts';
import { type ChapterSupply, choicesOf, supplyProblems } from './bank-demand.ts';
import { changesOf, redrawsPapers } from './changes.ts';
import { type CustomExamPart, totalsOf } from './custom-exam.ts';
import { lineProblems, percentProblems } from './custom-exam-draft.ts';
import { freezeHours, isFrozen } from './freeze.ts';

const alone = (disciplineId: number, questions = 10, credits = 2.5): CustomExamPart => ({
  disciplines: [{ disciplineId, questions, credits }],
});
const group = (
  groupName: string,
  disciplineIds: readonly number[],
  percentSimple?: number,
): CustomExamPart => ({
  groupName,
  ...(percentSimple !== undefined && { percentSimple }),
  disciplines: disciplineIds.map((disciplineId) => ({ disciplineId, questions: 5, credits: 1.1 })),
});
const exam = (...parts: CustomExamPart[]) => ({ durationMinutes: 60, parts });

describe('the totals of an exam', () => {
  it('[CUST-1] sums questions and credits; a group’s credits override those of its disciplines', () => {
    expect(totalsOf([alone(1), group('Clinic', [2, 3])])).toEqual({ questions: 20, credits: 4.7 });
    expect(totalsOf([{ ...group('Clinic', [2, 3]), credits: 6 }])).toEqual({ questions: 10, credits: 6 });
    expect(totalsOf(Array.from({ length: 3 }, (_, id) => alone(id, 1, 0.1))).credits).toBe(0.3);
  });
});

describe('how an edit changes what students are asked', () => {
  const before = exam(alone(1), group('Clinic', [2, 3]));
  it.each([
    ['another name of a group', exam(alone(1), group('Clinical', [2, 3])), []],
    ['other credits', exam(alone(1, 10, 9), group('Clinic', [2, 3])), []],
    ['another count', exam(alone(1, 11), group('Clinic', [2, 3])), ['counts']],
    ['a percent', exam(alone(1), group('Clinic', [2, 3], 30)), ['percents']],
    ['another duration', { ...before, durationMinutes: 90 }, ['duration']],
    ['parts in another order', exam(group('Clinic', [2, 3]), alone(1)), ['order']],
    ['disciplines of a group in another order', exam(alone(1), group('Clinic', [3, 2])), ['order']],
    ['a discipline on its own', exam(alone(1), alone(2), alone(3)), ['disciplines', 'order', 'counts']],
  ] as const)('[CUST-2] %s', (_what, after, changes) => {
    expect(
      changesOf(before, after).filter((change) => (changes as readonly string[]).includes(change)),
    ).toEqual(changes);
    expect(changesOf(before, after).length > 0).toBe(changes.length > 0);
  });

  it('[CUST-2] a new name or duration leaves waiting papers unchanged', () => {
    expect(redrawsPapers(changesOf(before, exam(alone(1), group('Clinical', [2, 3]))))).toBe(false);
    expect(redrawsPapers(['duration'])).toBe(false);
    expect(redrawsPapers(['counts'])).toBe(true);
  });
});

describe('the freeze around a session', () => {
  const hour = 3_600_000;
  it('[CUST-2] lasts from twelve hours before the first slot until the last sitting is over', () => {
    const span = { firstStart: 100 * hour, lastEnd: 110 * hour };
    const at = (hours: number) => isFrozen(span, hours * hour);
    expect(freezeHours).toBe(12);
    expect([at(87.999), at(88), at(105), at(109.999), at(110)]).toEqual([false, true, true, true, false]);
  });
});

const chapter = (chapterId: number, given: Partial<ChapterSupply> = {}): ChapterSupply => ({
  chapterId,
  chapter: `K${chapterId}`,
  questions: 10,
  percentSimple: 50,
  available: 20,
  simple: 20,
  multiple: 20,
  either: 20,
  ...given,
});
const supply = (...chapters: ChapterSupply[]) => ({ disciplineName: 'Anatomy', chapters });
const demandOf = (questions: number, percentSimple: number | null = null) => ({ questions, percentSimple });

describe('what the bank can serve', () => {
  it('[DISC-8] refuses more questions than the discipline has entered, naming it', () => {
    const [problem] = supplyProblems('at', supply(chapter(1), chapter(2)), demandOf(41));
    expect(problem).toMatchObject({
      path: 'at',
      error: 'customExam.aboveBank',
      params: { discipline: 'Anatomy', asked: 41, entered: 40 },
    });
    expect(supplyProblems('at', supply(chapter(1), chapter(2)), demandOf(40))).toEqual([]);
  });

  it('[DISC-8] names the chapter and the kind that is short', () => {
    const short = supply(chapter(1), chapter(2, { simple: 3 }));
    expect(supplyProblems('at', short, demandOf(20))).toMatchObject([
      { error: 'customExam.simpleShort', params: { chapter: 'K2', asked: 5, available: 3 } },
    ]);
    expect(supplyProblems('at', short, demandOf(20, 0))).toEqual([]);
    expect(supplyProblems('at', supply(chapter(1, { multiple: 2 })), demandOf(10))).toMatchObject([
      { error: 'customExam.multipleShort', params: { asked: 5, available: 2 } },
    ]);
    const same = supply(chapter(1, { simple: 6, multiple: 6, either: 8 }));
    expect(supplyProblems('at', same, demandOf(10))).toMatchObject([{ error: 'customExam.chapterShort' }]);
  });

  it('[DISC-6] a discipline without a structure cannot be asked', () => {
    expect(supplyProblems('at', supply(), demandOf(1))).toMatchObject([{ error: 'customExam.noStructure' }]);
  });

  it('[DISC-6] counts the different exams of a line, over all its chapters', () => {
    // 1 simple and 1 multiple of 4 questions: 4 × 3; of two such chapters 12 × 12.
    const four = { questions: 2, available: 4, simple: 4, multiple: 4, either: 4 };
    expect(choicesOf(supply(chapter(1, four)), demandOf(2))).toBe(12n);
    expect(choicesOf(supply(chapter(1, four), chapter(2, four)), demandOf(4))).toBe(144n);
    expect(choicesOf(supply(chapter(1, four)), demandOf(2, 100))).toBe(6n);
    expect(choicesOf(supply(chapter(1, { ...four, multiple: 0 })), demandOf(2))).toBe(0n);
  });

  it('[DISC-6] accepts exactly what every chapter can serve', () => {
    // Questions of a chapter by what they can be served as: one kind only, both, or none.
    const bank = fc.array(
      fc.record({
        questions: fc.nat({ max: 20 }),
        percentSimple: fc.nat({ max: 100 }),
        onlySimple: fc.nat({ max: 12 }),
        onlyMultiple: fc.nat({ max: 12 }),
        both: fc.nat({ max: 12 }),
        none: fc.nat({ max: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    type Chapter = { onlySimple: number; onlyMultiple: number; both: number };
    /** Tries every way to serve the questions of both kinds. */
    const canServe = ({ onlySimple, onlyMultiple, both }: Chapter, simple: number, multiple: number) =>
      Array.from({ length: both + 1 }, (_, used) => used).some(
        (used) => simple <= onlySimple + used && multiple <= onlyMultiple + both - used,
      );
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        bank,
        fc.integer({ min: 1, max: 40 }),
        fc.option(fc.nat({ max: 100 }), { nil: null }),
        (chapters, questions, percent) => {
          fc.pre(chapters.some((one) => one.questions > 0));
          const made = chapters.map(({ onlySimple, onlyMultiple, both, none, ...one }, id) =>
            chapter(id, {
              ...one,
              simple: onlySimple + both,
              multiple: onlyMultiple + both,
              either: onlySimple + onlyMultiple + both,
              available: onlySimple + onlyMultiple + both + none,
            }),
          );
          const demand = demandOf(questions, percent);
          const amounts = chapterAmounts(made, demand);
          const servable =
            amounts.reduce((all, { simple, multiple }) => all + simple + multiple, 0) === questions &&
            amounts.every(({ chapterId, simple, multiple }) =>
              canServe(chapters[chapterId] as Chapter, simple, multiple),
            );
          const isAccepted = supplyProblems('at', supply(...made), demand).length === 0;
          seen[isAccepted ? 'accepted' : 'refused'] += 1;
          expect(isAccepted).toBe(servable);
        },
      ),
      { numRuns: 500, seed: 6 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50);
  });
});

describe('the lines of a draft', () => {
  const supplies = new Map([[1, supply(chapter(1))]]);
  const line = (disciplineId: number, questions = 5) => ({
    path: `sumativeDisciplines.${disciplineId}`,
    disciplineId,
    questions,
    percentSimple: null,
  });
  it('[CUST-1] asks a discipline only once, and only from the section', () => {
    expect(lineProblems([line(1)], supplies)).toEqual([]);
    expect(lineProblems([line(1), line(1)], supplies)).toMatchObject([
      { path: 'sumativeDisciplines.1.pkDiscipline', error: 'customExam.disciplineTwice' },
    ]);
    expect(lineProblems([line(7)], supplies)).toMatchObject([{ error: 'validation.reference' }]);
    expect(lineProblems([line(1, 21)], supplies)).toMatchObject([
      { path: 'sumativeDisciplines.1.questions', error: 'customExam.aboveBank' },
    ]);
  });

  it('[DISC-4] percents can be set only where the section allows it; existing ones may stay', () => {
    const part = { ...group('Clinic', [1, 2], 30), path: 'integrativeGroups.0' };
    expect(percentProblems([part], [], true)).toEqual([]);
    expect(percentProblems([part], [], false)).toMatchObject([
      { path: 'integrativeGroups.0.percentSimple', error: 'structure.percentLocked' },
    ]);
    expect(percentProblems([part], [group('Before', [2, 1], 30)], false)).toEqual([]);
    expect(percentProblems([part], [group('Clinic', [1, 2], 40)], false).length).toBe(1);
    // A group that gets another discipline keeps its percents; another group cannot take them over.
    expect(percentProblems([part], [group('Clinic', [1], 30)], false)).toEqual([]);
    expect(percentProblems([part], [group('Clinic', [3], 30)], false).length).toBe(1);
    expect(percentProblems([part], [{ ...alone(1), percentSimple: 30 }], false).length).toBe(1);
    expect(percentProblems([{ ...group('Clinic', [1, 2]), path: 'x' }], [], false)).toEqual([]);
  });
});

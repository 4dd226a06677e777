import { describe, expect, it } from 'vitest';
import type { ResultRow } from '#contract/exam-results.ts';
import { pointsOf, progressOf } from './progress.ts';

const row = (id: number, disciplineName: string, grade: number | null): ResultRow => ({
  disciplineName,
  grade,
  examName: disciplineName,
  exam: {
    id,
    groupId: id,
    date: '2026-02-03',
    status: 'Finished',
    serverStartTime: '2026-02-03T08:00:00Z',
    serverStopTime: '2026-02-03T08:30:00Z',
    score: 10,
    maxPoints: 20,
  },
});

describe('[SIM-1] progress over time', () => {
  it('[SIM-1] lists the grades of each discipline from the oldest to the newest', () => {
    const newestFirst = [
      row(4, 'Anatomie', 7.5),
      row(3, 'Biochimie', 6),
      row(2, 'Anatomie', 8.25),
      row(1, 'Anatomie', 5),
    ];
    expect(progressOf(newestFirst)).toEqual([
      { name: 'Anatomie', grades: [5, 8.25, 7.5], last: 7.5, best: 8.25 },
      { name: 'Biochimie', grades: [6], last: 6, best: 6 },
    ]);
  });

  it('[SIM-1] skips results without a grade', () => {
    expect(progressOf([row(1, 'Anatomie', null)])).toEqual([]);
  });

  it('[SIM-1] draws a better grade higher and a later one further right', () => {
    const [first, second] = pointsOf([4, 9], { width: 200, height: 60, margin: 5, left: 0 });
    expect(second?.x).toBeGreaterThan(first?.x ?? Number.NaN);
    expect(second?.y).toBeLessThan(first?.y ?? Number.NaN);
  });

  it('[SIM-1] draws the whole scale, so that charts are comparable', () => {
    const frame = { width: 220, height: 60, margin: 5, left: 20 };
    expect(pointsOf([1, 10], frame)).toEqual([
      { x: 25, y: 55 },
      { x: 215, y: 5 },
    ]);
    expect(pointsOf([10], frame)).toEqual([{ x: 120, y: 5 }]);
  });
});

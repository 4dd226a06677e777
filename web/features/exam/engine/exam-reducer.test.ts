import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerId,
  examQuestion,
  loadedExam,
  questionId,
  unsentSave,
} from '#web/features/exam/testing/exam.ts';
import { groupsOf, indexAfter, type Paper, saveStatus, tallyOf } from './exam-paper.ts';
import { type ExamAction, type ExamState, examReducer, paperIn } from './exam-reducer.ts';

const flowAfter = (events: readonly ExamAction[], from: ExamState = { status: 'loading' }) =>
  events.reduce(examReducer, from);
const loaded = (
  states: Parameters<typeof loadedExam>[0] = [{}, {}, {}],
  more: { waiting?: ReturnType<typeof unsentSave>[]; exam?: Parameters<typeof loadedExam>[1] } = {},
): ExamAction => ({
  type: 'loaded',
  exam: loadedExam(states, more.exam),
  waiting: more.waiting ?? [],
  reviewMarks: [],
});
const delivered = (...given: Parameters<typeof examQuestion>): ExamAction => ({
  type: 'delivered',
  question: examQuestion(...given),
});
const tick = (index: number, letter: string): ExamAction => ({
  type: 'ticked',
  questionId: questionId(index),
  answerId: answerId(index, letter),
});
const stored = (index: number, seq: number): ExamAction => ({
  type: 'stored',
  questionId: questionId(index),
  seq,
});

function paperOf(state: ExamState): Paper {
  const paper = paperIn(state);
  if (!paper) throw new Error(`there is no paper while ${state.status}`);
  return paper;
}
const lettersOf = (state: ExamState, index: number) =>
  paperOf(state)
    .questions[index - 1]?.ticked.map((id) => String.fromCharCode(65 + (id % 100)))
    .join('');
const saidOf = (state: ExamState) => saveStatus(paperOf(state));

describe('what is on screen', () => {
  const nextPart = loaded([{}], { exam: { id: 6, index: 2, groupExams: [5, 6], name: 'Microbiologie' } });
  const pageOf = (state: ExamState) => paperOf(state).page;

  it('[EXAM-16] shows a page about the next part after handing one in, not its first question', () => {
    const state = flowAfter([loaded(), { type: 'endRequested' }, { type: 'handedOver' }, nextPart]);
    expect([pageOf(state), paperOf(state).sitting.name]).toEqual(['opening', 'Microbiologie']);
    expect(pageOf(flowAfter([{ type: 'moved', to: 1 }], state))).toBe('question');
    // A page reload returns to the current question.
    expect(pageOf(flowAfter([nextPart]))).toBe('question');
  });

  it('[EXAM-7] leads from the summary back to any question, and groups questions by status', () => {
    const state = flowAfter([
      loaded([{}, {}, {}, {}]),
      delivered(1),
      delivered(2),
      tick(1, 'A'),
      stored(1, 1),
      { type: 'skipped', questionId: questionId(3) },
      { type: 'reviewMarkToggled', index: 1 },
      { type: 'opened', page: 'summary' },
    ]);
    const groups = Object.entries(groupsOf(paperOf(state))).map(([name, all]) => [
      name,
      all.map(({ index }) => index),
    ]);
    expect([pageOf(state), Object.fromEntries(groups)]).toEqual([
      'summary',
      { answered: [1], oneTick: [1], open: [2, 3, 4], skipped: [3], forReview: [1], unsent: [3] },
    ]);
    expect(pageOf(flowAfter([{ type: 'moved', to: 1 }], state))).toBe('question');
  });
});

describe('[EXAM-3] loading a sitting', () => {
  it('[EXAM-3] begins an unfinished exam at its first question', () => {
    const state = flowAfter([loaded()]);
    expect(state.status).toBe('running');
    expect(paperOf(state).at).toBe(1);
  });

  it('[EXAM-9] resumes an exam where it was left', () => {
    expect(paperOf(flowAfter([loaded([{}, {}, {}], { exam: { lastIndex: 3 } })])).at).toBe(3);
  });

  it('[EXAM-3] ends when the exam is finished', () => {
    expect(flowAfter([loaded([{}], { exam: { status: 'Finished' } })])).toMatchObject({
      status: 'finished',
      groupId: 9,
    });
  });

  it('[EXAM-10] keeps neither questions nor a clock once the exam is finished, and takes nothing more', () => {
    const ended = flowAfter([
      loaded([{}, {}]),
      delivered(1),
      tick(1, 'A'),
      { type: 'endRequested' },
      { type: 'handedOver' },
      loaded([{}, {}], { exam: { status: 'Finished' } }),
    ]);
    expect(ended).toEqual({
      status: 'finished',
      groupId: 9,
      examId: expect.any(Number),
      simulation: false,
      late: 0,
    });
    expect(flowAfter([delivered(1), tick(1, 'B'), { type: 'timeRanOut' }], ended)).toBe(ended);
  });

  it('[EXAM-3] can retry a failed load', () => {
    const failed = flowAfter([{ type: 'loadFailed', error: 'server.unavailable' }]);
    expect(failed).toEqual({ status: 'unavailable', error: 'server.unavailable' });
    expect(flowAfter([{ type: 'retried' }], failed)).toEqual({ status: 'loading' });
  });
});

describe('[EXAM-18] ticking', () => {
  it('[EXAM-18] keeps the last tick of a simple question and all ticks of a multiple one', () => {
    const simple = flowAfter([loaded(), delivered(1, { kind: 'simple' }), tick(1, 'A'), tick(1, 'C')]);
    expect(lettersOf(simple, 1)).toBe('C');
    const multiple = flowAfter([loaded(), delivered(1), tick(1, 'A'), tick(1, 'C'), tick(1, 'A')]);
    expect(lettersOf(multiple, 1)).toBe('C');
    expect(lettersOf(flowAfter([tick(1, 'E')], multiple), 1)).toBe('CE');
  });

  it('[SAFE-4] gives every tick a sequence above all that the server or this browser knows', () => {
    const state = flowAfter([
      loaded([{ seq: 4 }, { seq: 9 }, {}], { waiting: [unsentSave(3, 'B', 12)] }),
      delivered(1, { seq: 4 }),
      tick(1, 'A'),
      tick(1, 'B'),
    ]);
    expect(paperOf(state).questions.map(({ seq }) => seq)).toEqual([14, 9, 12]);
    expect(paperOf(state).seq).toBe(14);
  });

  it('[EXAM-9] shows ticks pending in this browser, unless the server has newer ones', () => {
    const state = flowAfter([
      loaded([{ seq: 2 }, { seq: 8 }, {}], { waiting: [unsentSave(1, 'BD', 3), unsentSave(2, 'A', 5)] }),
      delivered(1, { ticked: 'A', seq: 2 }),
      delivered(2, { ticked: 'E', seq: 8 }),
    ]);
    expect([lettersOf(state, 1), lettersOf(state, 2)]).toEqual(['BD', 'E']);
    expect(tallyOf(paperOf(state)).unsent).toBe(2);
  });

  it('[SAFE-3] keeps the ticks of a question that arrives after it was ticked', () => {
    const state = flowAfter([loaded(), delivered(1), tick(1, 'D'), delivered(1, { ticked: '', seq: 0 })]);
    expect(lettersOf(state, 1)).toBe('D');
  });
});

describe('[SAFE-2] the save status', () => {
  const ticked = flowAfter([loaded(), delivered(1), tick(1, 'A')]);

  it('[SAFE-2] never says saved before the server has acknowledged every save', () => {
    expect(saidOf(flowAfter([loaded()]))).toBe('ready');
    expect(saidOf(ticked)).toBe('sending');
    expect(saidOf(flowAfter([stored(1, 1)], ticked))).toBe('saved');
    expect(saidOf(flowAfter([tick(1, 'B'), stored(1, 1)], ticked))).toBe('sending');
  });

  it('[SAFE-2] says saved only while no save is pending, in any order of events', () => {
    const events = fc.array(
      fc.oneof(
        fc.constantFrom<ExamAction>(
          tick(1, 'A'),
          tick(2, 'B'),
          { type: 'skipped', questionId: questionId(1) },
          { type: 'contactFailed', attempt: 1, at: 5 },
          { type: 'contactFailed', attempt: 2, at: 9 },
          { type: 'connectionRestored' },
          { type: 'signInLost' },
          { type: 'moved', to: 2 },
        ),
        fc
          .record({ index: fc.integer({ min: 1, max: 2 }), seq: fc.integer({ min: 1, max: 6 }) })
          .map(({ index, seq }) => stored(index, seq)),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(events, (happened) => {
        const state = flowAfter([loaded(), delivered(1), delivered(2), ...happened]);
        const waiting = paperOf(state).questions.some(({ unsent }) => unsent.length > 0);
        expect(saidOf(state) === 'saved').toBe(!waiting && saidOf(state) !== 'ready');
        expect(waiting && saidOf(state) === 'ready').toBe(false);
      }),
    );
  });

  it('[EXAM-8] marks the question of a failed save, shows waiting after the second failure, and clears it on contact', () => {
    const once = flowAfter(
      [
        { type: 'saveFailed', questionId: questionId(1) },
        { type: 'contactFailed', attempt: 1, at: 100 },
      ],
      ticked,
    );
    expect(paperOf(once).questions[0]?.errored).toBe(true);
    expect(saidOf(once)).toBe('retrying');
    const twice = flowAfter([{ type: 'contactFailed', attempt: 2, at: 700 }], once);
    expect(saidOf(twice)).toBe('waiting');
    expect(paperOf(twice).connection).toEqual({ status: 'away', since: 100 });
    const back = flowAfter([{ type: 'connectionRestored' }, stored(1, 1)], twice);
    expect(paperOf(back).questions[0]?.errored).toBe(false);
    expect(saidOf(back)).toBe('saved');
  });

  it('[EXAM-8] keeps questions answerable without contact', () => {
    const away = flowAfter([{ type: 'contactFailed', attempt: 2, at: 1 }, tick(1, 'C')], ticked);
    expect(lettersOf(away, 1)).toBe('AC');
    expect(tallyOf(paperOf(away)).unsent).toBe(2);
  });

  it('[AUTH-3] keeps ticks when the sign-in is lost, and shows it until contact is back', () => {
    const lost = flowAfter([{ type: 'signInLost' }, { type: 'contactFailed', attempt: 1, at: 1 }], ticked);
    expect(paperOf(lost).connection).toEqual({ status: 'signedOut' });
    expect(lettersOf(lost, 1)).toBe('A');
    expect(saidOf(flowAfter([{ type: 'connectionRestored' }, stored(1, 1)], lost))).toBe('saved');
  });

  it('[EXAM-8] counts an answer that came too late as late', () => {
    const late = flowAfter([{ type: 'cameLate', questionId: questionId(1), seq: 1 }], ticked);
    expect(paperOf(late).late).toBe(1);
    expect(tallyOf(paperOf(late)).unsent).toBe(0);
    expect(paperOf(flowAfter([loaded()], late)).late).toBe(1);
  });
});

describe('[EXAM-4] moving', () => {
  const all = [loaded(), delivered(1), delivered(2), delivered(3)];

  it('[EXAM-4] keeps the ticks of a skipped question and shows it again after the last one', () => {
    const skipped = flowAfter([
      ...all,
      { type: 'moved', to: 2 },
      { type: 'skipped', questionId: questionId(2) },
    ]);
    expect(indexAfter(paperOf(skipped))).toBe(3);
    const last = flowAfter([{ type: 'moved', to: 3 }], skipped);
    expect(indexAfter(paperOf(last))).toBe(2);
    const answered = flowAfter([tick(2, 'B')], last);
    expect(indexAfter(paperOf(answered))).toBeUndefined();
  });

  it('[EXAM-4] ignores a jump outside the exam', () => {
    expect(paperOf(flowAfter([...all, { type: 'moved', to: 4 }])).at).toBe(1);
    expect(paperOf(flowAfter([...all, { type: 'moved', to: 0 }])).at).toBe(1);
  });

  it('[EXAM-4] sets and clears a review mark', () => {
    const marked = flowAfter([...all, { type: 'reviewMarkToggled', index: 2 }]);
    expect(tallyOf(paperOf(marked)).forReview).toBe(1);
    expect(tallyOf(paperOf(flowAfter([{ type: 'reviewMarkToggled', index: 2 }], marked))).forReview).toBe(0);
  });
});

describe('[EXAM-9] another writer', () => {
  it('[EXAM-9][SAFE-3] takes no ticks after another writer has taken over; only a reload helps', () => {
    const over = flowAfter([loaded(), delivered(1), { type: 'takenOver' }, tick(1, 'A')]);
    expect(over.status).toBe('takenOver');
    expect(lettersOf(over, 1)).toBe('');
    expect(flowAfter([{ type: 'retried' }], over)).toEqual({ status: 'loading' });
  });
});

describe('[SAFE-16] practice while an official exam runs elsewhere', () => {
  it('[SAFE-16] stops and says why; an ended exam stays ended', () => {
    const barred = flowAfter([loaded(), delivered(1), { type: 'barred' }, tick(1, 'A')]);
    expect(barred).toEqual({ status: 'unavailable', error: 'exam.sitting' });
    expect(flowAfter([loaded(), { type: 'takenOver' }, { type: 'barred' }]).status).toBe('takenOver');
  });
});

describe('[EXAM-7] handing in', () => {
  const running = flowAfter([loaded(), delivered(1), tick(1, 'A')]);

  it('[EXAM-7] lets a student return to the exam while their answers are still being sent', () => {
    const ending = flowAfter([{ type: 'endRequested' }], running);
    expect(ending).toMatchObject({ status: 'finishing', cause: 'student', step: 'sending' });
    expect(flowAfter([{ type: 'endGivenUp' }], ending).status).toBe('running');
    expect(flowAfter([{ type: 'handedOver' }, { type: 'endGivenUp' }], ending).status).toBe('finishing');
  });

  it('[EXAM-7] cannot be cancelled after time ran out, and takes no more ticks', () => {
    const over = flowAfter([{ type: 'timeRanOut' }, tick(1, 'B'), { type: 'endGivenUp' }], running);
    expect(over).toMatchObject({ status: 'finishing', cause: 'time' });
    expect(lettersOf(over, 1)).toBe('A');
    expect(flowAfter([{ type: 'endRequested' }, { type: 'timeRanOut' }], running)).toMatchObject({
      cause: 'time',
    });
  });

  it('[EXAM-11] resumes an exam that ran out of time when time is credited', () => {
    const over = flowAfter([{ type: 'timeRanOut' }, { type: 'handedOver' }], running);
    expect(lettersOf(flowAfter([{ type: 'timeExtended' }, tick(1, 'C')], over), 1)).toBe('AC');
    const requested = flowAfter([{ type: 'endRequested' }, { type: 'timeExtended' }], running);
    expect(requested.status).toBe('finishing');
  });

  it('[EXAM-10] acknowledges pending saves while the exam ends', () => {
    expect(tallyOf(paperOf(flowAfter([{ type: 'timeRanOut' }, stored(1, 1)], running))).unsent).toBe(0);
  });

  it('[EXAM-16] loads the next exam of the sitting with nothing left of the first', () => {
    const next = flowAfter(
      [{ type: 'endRequested' }, { type: 'handedOver' }, loaded([{}, {}], { exam: { id: 6, index: 2 } })],
      running,
    );
    expect(paperOf(next)).toMatchObject({ at: 1, seq: 0, sitting: { examId: 6, examIndex: 2 } });
    expect(saidOf(next)).toBe('ready');
  });
});

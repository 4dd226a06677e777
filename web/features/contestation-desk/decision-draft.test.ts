import { describe, expect, it } from 'vitest';
import {
  changedDraft as changedFor,
  type Decidable,
  type DecisionDraft,
  type DraftChange,
  decisionOf,
  emptyDraft,
  missingOf,
  reachesFor,
  settlesOf,
  withReply,
} from './decision-draft.ts';

const answer = (id: number, isCorrect: boolean) => ({
  id,
  isChecked: false,
  answer: { description: '', answerAttachment: null, isCorrect, referenceTitle: null, referencePage: null },
});
const appeal: Decidable = {
  examQuestionId: 7,
  type: 'question',
  fromTemplate: false,
  alike: [],
  late: [],
  bank: null,
  scored: {
    id: 7,
    index: 1,
    question: { id: 1, text: '', points: 10, attachmentName: null },
    answerType: 'multiple',
    answerExams: [answer(1, true), answer(2, false), answer(3, false)],
    haveAnyAnswer: false,
    points: 0,
  },
};
const late = [{ at: '2026-05-04T08:00:00.000Z', answers: 'B' }];
const changedDraft = (draft: DecisionDraft, change: DraftChange) => changedFor(draft, change, appeal);
const accepted = (question: Decidable) => changedDraft(emptyDraft(question), { choice: 'accept' });

describe('the kinds of settlement', () => {
  it('[EXAM-8] offer a late answer only for a technical complaint that has one, and for a case only corrections of the question', () => {
    expect(settlesOf(appeal)).toEqual(['fullPoints', 'removeAnswer', 'changeKey']);
    expect(settlesOf({ ...appeal, late })).not.toContain('countLate');
    expect(settlesOf({ ...appeal, type: 'technical' })).not.toContain('countLate');
    expect(settlesOf({ ...appeal, type: 'technical', late })).toContain('countLate');
    expect(settlesOf({ ...appeal, type: 'case' })).toEqual(['removeAnswer', 'changeKey']);
  });

  it('reach a template only where the exam has one, and the whole session for a case', () => {
    expect(reachesFor(appeal, 'removeAnswer')).toEqual(['session', 'student']);
    expect(reachesFor({ ...appeal, fromTemplate: true }, 'changeKey')).toEqual([
      'session',
      'template',
      'student',
    ]);
    expect(reachesFor({ ...appeal, type: 'case' }, 'changeKey')).toEqual(['session']);
    expect(reachesFor(appeal, 'fullPoints')).toEqual(['student']);
  });
});

describe('a decision', () => {
  it('starts with counting a late answer where there is one, otherwise with full points for the student', () => {
    expect(decisionOf(emptyDraft(appeal), appeal)).toBeUndefined();
    const complaint = { ...appeal, type: 'technical' as const, late };
    expect(decisionOf(accepted(complaint), complaint)).toMatchObject({
      settle: 'countLate',
      reach: 'student',
    });
    expect(decisionOf(accepted(appeal), appeal)).toEqual({
      examQuestionId: 7,
      accepted: true,
      settle: 'fullPoints',
      reach: 'student',
    });
  });

  it('removes answers for the whole session unless narrowed, and requires at least one', () => {
    const draft = changedDraft(accepted(appeal), { settle: 'removeAnswer' });
    expect(missingOf(draft, appeal)).toBe('removed');
    const chosen = changedDraft(draft, { toggled: 2 });
    expect(decisionOf(chosen, appeal)).toMatchObject({ reach: 'session', answerIds: [2] });
    expect(decisionOf(changedDraft(chosen, { reach: 'student' }), appeal)).toMatchObject({
      reach: 'student',
    });
    expect(missingOf(changedDraft(chosen, { toggled: 2 }), appeal)).toBe('removed');
  });

  it('starts a new key from the current one, and requires a change and at least one correct answer', () => {
    const draft = changedDraft(accepted(appeal), { settle: 'changeKey' });
    expect(missingOf(draft, appeal)).toBe('sameKey');
    expect(missingOf(changedDraft(draft, { toggled: 1 }), appeal)).toBe('correct');
    const more = changedDraft(draft, { toggled: 3 });
    expect(decisionOf(more, appeal)).toMatchObject({ settle: 'changeKey', answerIds: [1, 3] });
    // The same answers in another order are the same key.
    const back = changedDraft(changedDraft(more, { toggled: 1 }), { toggled: 1 });
    expect(missingOf(changedDraft(back, { toggled: 3 }), appeal)).toBe('sameKey');
  });

  it('[CONT-4] a kept draft follows a key that somebody else corrected meanwhile, except for the answers it toggled', () => {
    const draft = changedDraft(changedDraft(accepted(appeal), { settle: 'changeKey' }), { toggled: 3 });
    const { scored } = appeal;
    if (!scored) throw new Error('the question is shown');
    const corrected = (...key: boolean[]): Decidable => ({
      ...appeal,
      scored: { ...scored, answerExams: key.map((isCorrect, index) => answer(index + 1, isCorrect)) },
    });
    expect(decisionOf(draft, corrected(false, true, false))).toMatchObject({ answerIds: [2, 3] });
    // Somebody else made the same answer correct.
    expect(missingOf(draft, corrected(true, false, true))).toBe('sameKey');
  });

  it('[CONT-4] may leave every shown answer wrong while one that was not shown stays correct', () => {
    const none = changedDraft(changedDraft(accepted(appeal), { settle: 'changeKey' }), { toggled: 1 });
    const written = (text: string) => ({
      text,
      image: null,
      isCorrect: true,
      referenceTitle: null,
      referencePage: null,
    });
    const bank = (text: string) =>
      ({ served: { answers: [written(text)] }, current: null }) as unknown as Decidable['bank'];
    expect(missingOf(none, { ...appeal, bank: bank('') })).toBe('correct');
    expect(decisionOf(none, { ...appeal, bank: bank('Nu a fost arătat') })).toMatchObject({ answerIds: [] });
  });

  it('keeps the ticks when another kind is chosen and the first one again, with its default reach', () => {
    const removed = changedDraft(changedDraft(accepted(appeal), { settle: 'removeAnswer' }), { toggled: 3 });
    const full = changedDraft(removed, { settle: 'fullPoints' });
    expect(full.reach).toBe('student');
    expect(changedDraft(full, { settle: 'removeAnswer' })).toMatchObject({ removed: [3], reach: 'session' });
  });

  it('[CONT-8] decides appeals about the same together, unless it is switched off', () => {
    const alike = { ...appeal, alike: [8, 9] };
    const draft = changedDraft(emptyDraft(alike), { choice: 'reject' });
    expect(decisionOf(draft, alike)).toEqual({ examQuestionId: 7, accepted: false, together: [8, 9] });
    const alone = decisionOf(changedDraft(draft, { together: false }), alike);
    expect(alone).toEqual({ examQuestionId: 7, accepted: false });
    expect(alone && withReply(alone, '  Nu. ')).toMatchObject({ reply: 'Nu.' });
    expect(alone && withReply(alone, '  ')).toEqual(alone);
  });
});

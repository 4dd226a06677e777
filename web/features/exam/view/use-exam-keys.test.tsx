import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '#web/base/i18n.ts';
import { examControllers, paperOf } from '#web/features/exam/testing/controller.ts';
import { answerId, examQuestion } from '#web/features/exam/testing/exam.ts';
import { confirm, pendingConfirm } from '#web/ui/confirm.ts';
import { ConfirmHost } from '#web/ui/confirm-host.tsx';
import { pressKey, useExamKeys } from './use-exam-keys.ts';
import { useExamSteps } from './use-exam-steps.ts';

const { open } = examControllers();
afterEach(cleanup);

const stepsWith = (steps: { next?: () => void; back?: () => void; tickAt?: (index: number) => boolean }) => {
  const nothing = () => undefined;
  return {
    next: nothing,
    back: nothing,
    skip: nothing,
    toggleReviewMark: nothing,
    finish: nothing,
    review: nothing,
    jump: nothing,
    tickAt: () => false,
    ...steps,
  };
};

/** Presses a key where the focus is; returns whether its default action was prevented. */
const keyDown = (key: string, more: KeyboardEventInit = {}) =>
  !(document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );

const press = (key: string, more: { code?: string; shiftKey?: boolean } = {}) => {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const tickAt = vi.fn((index: number) => {
    if (index < 5) done.push(`tick ${index}`);
    return index < 5;
  });
  const steps = {
    next: note('next'),
    back: note('back'),
    skip: note('skip'),
    toggleReviewMark: note('toggleReviewMark'),
    finish: note('finish'),
    review: note('review'),
    jump: note('jump'),
    tickAt,
  };
  const handled = pressKey(steps, { key, code: more.code ?? '', shiftKey: more.shiftKey ?? false });
  return [handled, ...done];
};

describe('[EXAM-4] the keyboard shortcuts of the exam', () => {
  it('[EXAM-4] ticks answers by letter, in either case', () => {
    expect(press('a')).toEqual([true, 'tick 0']);
    expect(press('E', { shiftKey: true })).toEqual([true, 'tick 4']);
  });

  it('[EXAM-4] reads a keyboard with other letters by key position', () => {
    expect(press('ф', { code: 'KeyA' })).toEqual([true, 'tick 0']);
  });

  it('[EXAM-4] moves with arrows, skips with Shift, marks for review with the full stop', () => {
    expect(press('ArrowRight')).toEqual([true, 'next']);
    expect(press('ArrowLeft')).toEqual([true, 'back']);
    expect(press('ArrowRight', { shiftKey: true })).toEqual([true, 'skip']);
    expect(press('.')).toEqual([true, 'toggleReviewMark']);
  });

  it('[EXAM-4] ticks once while a key is held down', () => {
    const tickAt = vi.fn(() => true);
    renderHook(() => useExamKeys(stepsWith({ tickAt })));
    for (const repeat of [false, true, true]) keyDown('a', { code: 'KeyA', repeat });
    expect(tickAt).toHaveBeenCalledOnce();
  });

  it('[EXAM-4] keeps a held arrow from selecting another radio button', () => {
    const back = vi.fn();
    renderHook(() => useExamKeys(stepsWith({ back })));
    expect([false, true, true].map((repeat) => keyDown('ArrowLeft', { repeat }))).toEqual([true, true, true]);
    expect(back).toHaveBeenCalledOnce();
  });

  it('[EXAM-4][EXAM-6] takes a key right after a confirmation, while its dialog still fades with the focus', async () => {
    await chooseLanguage('en');
    const [next, tickAt] = [vi.fn(), vi.fn(() => true)];
    function Exam() {
      useExamKeys(stepsWith({ next, tickAt }));
      return <ConfirmHost />;
    }
    render(<Exam />, { wrapper: MantineProvider });
    act(() => void confirm({ title: 'No answer ticked', message: '', confirmLabel: 'Leave it empty' }));
    const stay = await screen.findByRole('button', { name: 'Not now' });
    await waitFor(() => expect(document.activeElement).toBe(stay));
    keyDown('ArrowRight');
    keyDown('a', { code: 'KeyA' });
    expect([next, tickAt].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);

    act(() => pendingConfirm.get()?.answer(false));
    expect(document.activeElement).toBe(stay);
    keyDown('ArrowRight');
    keyDown('a', { code: 'KeyA' });
    expect([next, tickAt].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('[EXAM-4][SAFE-1] ticks the question that the keys before it led to, and nothing before its answers are on the screen', async () => {
    let arrive: (reply: { body: unknown }) => void = () => {};
    const second = new Promise<{ body: unknown }>((resolve) => {
      arrive = resolve;
    });
    const { controller } = await open({ 'PUT examNext': () => second });
    renderHook(() => useExamKeys(useExamSteps({ controller, whole: false, hasSummary: false })));
    const ticks = () => paperOf(controller).questions.map(({ ticked }) => ticked);

    keyDown('a', { code: 'KeyA' });
    keyDown('ArrowRight');
    await waitFor(() => expect(paperOf(controller).at).toBe(2));
    keyDown('b', { code: 'KeyB' });
    arrive({ body: examQuestion(2) });
    await waitFor(() => expect(paperOf(controller).questions[1]?.shown).toBeDefined());
    expect(ticks()).toEqual([[answerId(1, 'A')], [], []]);

    keyDown('c', { code: 'KeyC' });
    keyDown('ArrowLeft');
    await waitFor(() => expect(paperOf(controller).at).toBe(1));
    keyDown('d', { code: 'KeyD' });
    expect(ticks()).toEqual([[answerId(1, 'A'), answerId(1, 'D')], [answerId(2, 'C')], []]);
  });

  it('[EXAM-4] leaves other keys alone', () => {
    for (const key of ['z', 'Enter', ' ', 'ArrowDown', 'Tab', 'F5', '1']) expect(press(key)[0]).toBe(false);
  });
});

import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import { people } from '#domain/testing/people.ts';
import { allowInspecting, opensInspector, useCopyBlock } from './copy-block.ts';

function Guarded({ actor }: { readonly actor: Actor | undefined }) {
  useCopyBlock(actor);
  return (
    <>
      <p>question text</p>
      <input aria-label="search" />
    </>
  );
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const isPrevented = (target: HTMLElement, name: 'contextMenu' | 'copy') => {
  const event = createEvent[name](target);
  fireEvent(target, event);
  return event.defaultPrevented;
};
const isKeyPrevented = (init: KeyboardEventInit) => {
  const event = createEvent.keyDown(document.body, init);
  fireEvent(document.body, event);
  return event.defaultPrevented;
};

describe('the copy block', () => {
  it.each([
    ['a student', people.student],
    ['a secretary', people.secretary],
    ['someone not signed in', undefined],
  ])('[UX-9] applies to %s', (_, actor) => {
    render(<Guarded actor={actor} />);
    expect(document.documentElement.dataset.copy).toBe('blocked');
    expect(isPrevented(screen.getByText('question text'), 'contextMenu')).toBe(true);
    expect(isPrevented(screen.getByText('question text'), 'copy')).toBe(true);
    expect(isKeyPrevented({ key: 'F12' })).toBe(true);
  });

  it.each([
    ['a teacher', people.teacher],
    ['an admin', people.admin],
  ])('[UX-9] does not apply to %s', (_, actor) => {
    render(<Guarded actor={actor} />);
    expect(document.documentElement.dataset.copy).toBeUndefined();
    expect(isPrevented(screen.getByText('question text'), 'copy')).toBe(false);
    expect(isKeyPrevented({ key: 'F12' })).toBe(false);
  });

  it('[UX-9] leaves form fields alone', () => {
    render(<Guarded actor={people.student} />);
    expect(isPrevented(screen.getByLabelText('search'), 'copy')).toBe(false);
    expect(isPrevented(screen.getByLabelText('search'), 'contextMenu')).toBe(false);
  });

  it('[NAV-6] is lifted by the hidden flag', () => {
    allowInspecting();
    render(<Guarded actor={people.student} />);
    expect(isPrevented(screen.getByText('question text'), 'copy')).toBe(false);
  });

  it('[UX-9] ends when a user who may copy signs in', () => {
    const { rerender } = render(<Guarded actor={people.student} />);
    rerender(<Guarded actor={people.teacher} />);
    expect(document.documentElement.dataset.copy).toBeUndefined();
    expect(isKeyPrevented({ key: 'F12' })).toBe(false);
  });
});

describe('keyboard shortcuts of the developer tools', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

  it.each([
    { ...none, key: 'F12' },
    { ...none, key: 'I', ctrlKey: true, shiftKey: true },
    { ...none, key: 'j', ctrlKey: true, shiftKey: true },
    { ...none, key: 'u', ctrlKey: true },
    { ...none, key: 'i', metaKey: true, altKey: true },
  ])('[UX-9] blocks %j', (keys) => {
    expect(opensInspector(keys)).toBe(true);
  });

  it.each([
    { ...none, key: 'i' },
    { ...none, key: 'c', ctrlKey: true },
    { ...none, key: 'I', shiftKey: true },
    { ...none, key: 'F5' },
  ])('[UX-9] does not block %j', (keys) => {
    expect(opensInspector(keys)).toBe(false);
  });
});

import { useEffect } from 'react';
import { type Actor, isOfAny } from '#domain/access/actor.ts';

const inspectKey = 'inspect';

/** Sets the hidden flag that lifts the block until the tab is closed (NAV-6). */
export function allowInspecting(): void {
  sessionStorage.setItem(inspectKey, 'true');
}

/** Teachers and admins may select, copy and inspect; everyone else needs the hidden flag (UX-9). */
function mayCopy(actor: Actor | undefined): boolean {
  return isOfAny(actor, ['teacher', 'admin']) || sessionStorage.getItem(inspectKey) === 'true';
}

/** Users may always select and copy what they type. */
function isFormField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Shortcuts that open the browser's developer tools or the page source. */
export function opensInspector({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): boolean {
  const letter = key.toLowerCase();
  if (letter === 'f12') return true;
  const tools = ['i', 'j', 'c', 'k'].includes(letter);
  if (ctrlKey && shiftKey && tools) return true;
  if (metaKey && altKey && tools) return true;
  return letter === 'u' && (ctrlKey || (metaKey && altKey));
}

function prevent(event: Event): void {
  if (!isFormField(event.target)) event.preventDefault();
}

function preventInspector(event: KeyboardEvent): void {
  if (opensInspector(event)) event.preventDefault();
}

/** Blocks selecting, copying and inspecting for users who may not; lifts the block when they may. */
export function useCopyBlock(actor: Actor | undefined): void {
  const lifted = mayCopy(actor);
  useEffect(() => {
    if (lifted) return;
    const blocked = ['contextmenu', 'copy', 'cut', 'dragstart'] as const;
    document.documentElement.dataset.copy = 'blocked';
    for (const name of blocked) document.addEventListener(name, prevent);
    document.addEventListener('keydown', preventInspector);
    return () => {
      delete document.documentElement.dataset.copy;
      for (const name of blocked) document.removeEventListener(name, prevent);
      document.removeEventListener('keydown', preventInspector);
    };
  }, [lifted]);
}

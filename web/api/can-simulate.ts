import { useEffect } from 'react';
import type { canSimulate as canSimulateCall } from '#contract/auth.ts';
import { isOf } from '#domain/access/actor.ts';
import { examPresence } from '#web/base/exam-presence.ts';
import { onSignInChange, signedIn, useActor } from '#web/base/sign-in-state.ts';
import { createStore, useStore } from '#web/base/store.ts';
import { call } from './client.ts';

type SimulationRight = { readonly studentId: number | undefined; readonly allowed: boolean };

const known = createStore<SimulationRight | undefined>(undefined);

// Reset for the next user of this computer.
onSignInChange(() => {
  if (signedIn() === undefined) known.set(undefined);
});

// Simulations are closed during an official exam: check again when the student leaves one.
examPresence.subscribe(() => {
  const { phase } = examPresence.get();
  if (phase === 'none' || phase === 'ended') known.set(undefined);
});

async function ask(studentId: number | undefined): Promise<void> {
  const response = await call<typeof canSimulateCall>('GET canSimulate', { handled: true }).catch(
    () => undefined,
  );
  known.set({ studentId, allowed: response?.canSimulate ?? false });
}

/** Whether the student may simulate now; undefined until the server has responded, false for all other roles. */
export function useCanSimulate(isEnabled = true): boolean | undefined {
  const actor = useActor();
  const right = useStore(known);
  const isStudent = isOf(actor, 'student');
  const studentId = actor?.studentId;
  const isKnown = right !== undefined && right.studentId === studentId;
  useEffect(() => {
    if (isEnabled && isStudent && !isKnown) void ask(studentId);
  }, [isEnabled, isStudent, isKnown, studentId]);
  if (!isStudent) return false;
  return isKnown ? right.allowed : undefined;
}

import { expect, it } from 'vitest';
import { eventKindOf, eventKinds, eventLetters } from './events.ts';

it('[EXAM-15] every kind of event has its own letter and can be looked up by it', () => {
  expect(eventKinds.map((kind) => eventKindOf(eventLetters[kind]))).toEqual(eventKinds);
});

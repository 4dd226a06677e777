import type { Caller } from './server.ts';

/** Whose resource a call of the access walk is about. */
export type Ownership = 'own' | 'foreign' | 'absent';
export type Side = Exclude<Ownership, 'absent'>;
export const sideOf = (whose: Ownership): Side => (whose === 'absent' ? 'own' : whose);

export type Send = (caller: Caller) => ReturnType<Caller['get']>;
/** Requests by method and path. */
export type WalkCalls = Readonly<Record<string, (whose: Ownership) => Send>>;

/** No row has this id. */
export const absentId = 2_000_000_000;

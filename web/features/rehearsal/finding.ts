import type { TFunction } from 'i18next';

/** A function, so that the text follows a change of language. */
export type Words = (t: TFunction) => string;

/** The outcome of a check; only a bad finding requires action. */
export type Finding =
  | { readonly state: 'running' }
  | { readonly state: 'waiting' | 'good' | 'note'; readonly says: Words }
  | { readonly state: 'bad'; readonly says: Words; readonly remedy: Words };

export const checkNames = ['browser', 'connection', 'clock', 'keyboard', 'storage', 'recording'] as const;
export type CheckName = (typeof checkNames)[number];
export type Findings = Readonly<Record<CheckName, Finding>>;

/** The overall outcome of all findings: problems first, then pending checks. */
export type Outlook =
  | { readonly status: 'bad'; readonly count: number }
  | { readonly status: 'running' | 'waiting' | 'good' };

export function outlookOf(findings: Findings): Outlook {
  const states = Object.values(findings).map(({ state }) => state);
  const count = states.filter((state) => state === 'bad').length;
  if (count > 0) return { status: 'bad', count };
  if (states.includes('running')) return { status: 'running' };
  return { status: states.includes('waiting') ? 'waiting' : 'good' };
}

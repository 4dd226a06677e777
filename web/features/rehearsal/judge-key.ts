import { letterOf } from '#domain/exam-taking/ticks.ts';
import { indexOfKey } from '#web/ui/exam-question/exam-question.tsx';
import type { Finding } from './finding.ts';

type Key = { readonly key: string; readonly code: string };

/**
 * Whether a pressed key can tick answers: a letter, or a key of another alphabet at a letter's position, as in the
 * exam. Keys that are not letters give no finding.
 */
export function judgeKey({ key, code }: Key): Finding | undefined {
  if (!/^\p{L}$/u.test(key)) return undefined;
  const index = indexOfKey({ key, code });
  const letter = index >= 0 ? letterOf(index) : key.toUpperCase();
  if (index >= 0 || /^\p{Script=Latin}$/u.test(key))
    return { state: 'good', says: (t) => t('rehearsal.keyboard_good', { letter }) };
  return {
    state: 'bad',
    says: (t) => t('rehearsal.keyboard_bad', { letter }),
    remedy: (t) => t('rehearsal.keyboard_do'),
  };
}

import type { Finding } from './finding.ts';

/** Whether a pressed key can tick answers: a Latin letter; anything that is no letter says nothing. */
export function judgeKey(key: string): Finding | undefined {
  if (!/^\p{L}$/u.test(key)) return undefined;
  const letter = key.toUpperCase();
  if (/^\p{Script=Latin}$/u.test(key))
    return { state: 'good', says: (t) => t('rehearsal.keyboard_good', { letter }) };
  return {
    state: 'bad',
    says: (t) => t('rehearsal.keyboard_bad', { letter }),
    remedy: (t) => t('rehearsal.keyboard_do'),
  };
}

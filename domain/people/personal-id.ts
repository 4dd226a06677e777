const weights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];
const centuries: Readonly<Record<string, readonly number[]>> = {
  1: [1900],
  2: [1900],
  3: [1800],
  4: [1800],
  5: [2000],
  6: [2000],
  7: [1900, 2000],
  8: [1900, 2000],
  9: [1900, 2000],
};

export type PersonalIdVerdict = 'cnp' | 'other' | 'checksum' | 'date' | 'malformed';

/** The possible birth dates of a CNP, as ISO dates: for residents, the first digit leaves the century open. */
function birthDays(cnp: string): readonly string[] {
  const month = Number(cnp.slice(3, 5));
  const day = Number(cnp.slice(5, 7));
  return (centuries[cnp.charAt(0)] ?? []).flatMap((century) => {
    const date = new Date(Date.UTC(century + Number(cnp.slice(1, 3)), month - 1, day));
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return isReal ? [date.toISOString().slice(0, 10)] : [];
  });
}

function hasRightChecksum(cnp: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(cnp.charAt(index)), 0);
  return Number(cnp.charAt(12)) === (sum % 11 === 10 ? 1 : sum % 11);
}

/**
 * Classifies a personal identifier. Thirteen digits must be a CNP (valid checksum, real birth date); any other 6 to 20
 * letters or digits are a foreign student's identifier.
 */
export function judgePersonalId(id: string): PersonalIdVerdict {
  if (!/^[A-Za-z0-9]{6,20}$/.test(id)) return 'malformed';
  if (!/^\d{13}$/.test(id)) return 'other';
  if (birthDays(id).length === 0) return 'date';
  return hasRightChecksum(id) ? 'cnp' : 'checksum';
}

/** Whether the birth date of a CNP is in the future; `today` is an ISO date. */
export function isBornAfter(id: string, today: string): boolean {
  return judgePersonalId(id) === 'cnp' && birthDays(id).every((day) => day > today);
}

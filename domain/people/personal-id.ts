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

function hasRealDate(cnp: string): boolean {
  const month = Number(cnp.slice(3, 5));
  const day = Number(cnp.slice(5, 7));
  return (centuries[cnp.charAt(0)] ?? []).some((century) => {
    const date = new Date(Date.UTC(century + Number(cnp.slice(1, 3)), month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  });
}

function hasRightChecksum(cnp: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(cnp.charAt(index)), 0);
  return Number(cnp.charAt(12)) === (sum % 11 === 10 ? 1 : sum % 11);
}

/**
 * What a personal identifier is. Thirteen digits must be a CNP (right checksum, real birth date);
 * 6 to 20 letters or digits otherwise are a foreign student's identifier.
 */
export function judgePersonalId(id: string): PersonalIdVerdict {
  if (!/^[A-Za-z0-9]{6,20}$/.test(id)) return 'malformed';
  if (!/^\d{13}$/.test(id)) return 'other';
  if (!hasRealDate(id)) return 'date';
  return hasRightChecksum(id) ? 'cnp' : 'checksum';
}

/** A personal identifier as those see it who may not see it whole. */
export function maskPersonalId(id: string): string {
  return id.length <= 4 ? '•'.repeat(id.length) : `${'•'.repeat(id.length - 4)}${id.slice(-4)}`;
}

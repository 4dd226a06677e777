import { judgePersonalId } from '#domain/people/personal-id.ts';
import type { Gender } from './names.ts';
import type { Random } from './random.ts';

/** Alba, Bistrița-Năsăud, Brașov, Cluj, Covasna, Harghita, Mureș (most of them), Sibiu. */
const counties = ['01', '06', '08', '12', '14', '19', '26', '26', '26', '32'];
const digits = [...'0123456789'];
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A CNP that passes the product's own rule, with a valid check digit. */
export function randomCnp(random: Random, birthYear: number, gender: Gender): string {
  const century = birthYear >= 2000 ? 5 : 1;
  const start = [
    String(gender === 'male' ? century : century + 1),
    twoDigits(birthYear % 100),
    twoDigits(random.below(12) + 1),
    twoDigits(random.below(28) + 1),
    random.pick(counties),
    String(random.below(999) + 1).padStart(3, '0'),
  ].join('');
  const check = digits.find((digit) => judgePersonalId(start + digit) === 'cnp');
  if (check === undefined) throw new Error('no digit completes this personal id');
  return start + check;
}

/** A passport number, for foreign students. */
export function randomPassport(random: Random): string {
  const letter = () => String.fromCharCode(65 + random.below(26));
  return `${twoDigits(random.below(20) + 10)}${letter()}${letter()}${String(random.below(100_000)).padStart(5, '0')}`;
}

/** A Romanian mobile number. */
export const randomPhone = (random: Random): string =>
  `07${20 + random.below(60)}${String(random.below(1_000_000)).padStart(6, '0')}`;

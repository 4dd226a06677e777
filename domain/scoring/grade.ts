import { add, divide, type Fraction, fraction, multiply, roundToHundredths } from './fraction.ts';

/** The lowest grade that passes. */
export const passGrade = 5;

/** The grade from 1 to 10 with two decimals: score / maximum × 9 + 1, rounded half up once. An exam without points is 1. */
export function gradeOf(score: Fraction, maximum: Fraction): number {
  if (maximum.top === 0n) return 1;
  return roundToHundredths(add(multiply(divide(score, maximum), fraction(9)), fraction(1)));
}

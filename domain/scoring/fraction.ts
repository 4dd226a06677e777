/** An exact number: scores are sums of fractions such as 10/3 and are rounded only for display. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint };

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/** A fraction in lowest terms with a positive denominator. */
export function fraction(top: bigint | number, bottom: bigint | number = 1n): Fraction {
  const [t, b] = [BigInt(top), BigInt(bottom)];
  if (b === 0n) throw new Error('a fraction cannot have zero below');
  const divisor = greatestDivisor(t < 0n ? -t : t, b < 0n ? -b : b) * (b < 0n ? -1n : 1n);
  return { top: t / divisor, bottom: b / divisor };
}

export const zero = fraction(0);

export const add = (a: Fraction, b: Fraction) =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const subtract = (a: Fraction, b: Fraction) => add(a, { top: -b.top, bottom: b.bottom });
export const multiply = (a: Fraction, b: Fraction) => fraction(a.top * b.top, a.bottom * b.bottom);
export const divide = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom, a.bottom * b.top);
export const isLess = (a: Fraction, b: Fraction) => a.top * b.bottom < b.top * a.bottom;
export const larger = (a: Fraction, b: Fraction) => (isLess(a, b) ? b : a);
export const sum = (all: readonly Fraction[]) => all.reduce(add, zero);

/** The exact value of points written with at most two decimals. */
export const ofPoints = (points: number) => fraction(Math.round(points * 100), 100);

/** Hundredths, rounded half up; the only rounding. */
export function roundToHundredths(value: Fraction): number {
  const doubled = value.top * 200n + value.bottom;
  const whole = doubled / (value.bottom * 2n);
  const floored = doubled % (value.bottom * 2n) < 0n ? whole - 1n : whole;
  return Number(floored) / 100;
}

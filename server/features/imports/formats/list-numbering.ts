const roman: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

function inRoman(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, letters] of roman)
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  return text;
}

const inLetters = (number: number): string =>
  number > 26
    ? inLetters(Math.floor((number - 1) / 26)) + inLetters(((number - 1) % 26) + 1)
    : String.fromCharCode(96 + number);

const styles: Readonly<Record<string, string>> = {
  ...{ 'lower-alpha': 'a', 'lower-latin': 'a', 'upper-alpha': 'A', 'upper-latin': 'A' },
  ...{ 'lower-roman': 'i', 'upper-roman': 'I' },
};
const maxNumber = 3000;

/** Writes the numbers of a list as its type says: a, A, i, I or digits; questions refer to "I and III". */
export function numberingOf({
  type = '',
  style = '',
}: Readonly<Record<string, string>>): (number: number) => string {
  const named = /list-style(?:-type)?\s*:[^;]*?\b((?:lower|upper)-(?:alpha|latin|roman))\b/i.exec(style)?.[1];
  const kind = styles[named?.toLowerCase() ?? ''] ?? type.trim();
  return (number) => {
    if (!/^[aAiI]$/.test(kind) || number < 1 || number > maxNumber) return String(number);
    const text = kind.toLowerCase() === 'a' ? inLetters(number) : inRoman(number);
    return kind === kind.toLowerCase() ? text : text.toUpperCase();
  };
}

/** The colours of CSS that stand for "no colour of its own". */
const unset =
  /^(?:inherit|initial|unset|revert|currentcolor|transparent|auto|none|windowtext|window|var\(.*)$/;
const namedColours: Readonly<Record<string, readonly [number, number, number]>> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
};

type Channels = readonly [number, number, number];

/** The channels of a colour; undefined for one that is only known by its name, which is then a visible one. */
function channelsOf(colour: string): Channels | undefined {
  const [, hex = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(colour) ?? [];
  if (hex !== '') {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0] = digits.map((digit) => Number.parseInt(digit, 16));
    return [red, green, blue];
  }
  const [, list] = /^rgba?\(([^)]*)\)$/.exec(colour) ?? [];
  if (list === undefined) return namedColours[colour];
  const [red = 0, green = 0, blue = 0] = list.split(/[\s,/]+/).map((part) => Number.parseFloat(part) || 0);
  return [red, green, blue];
}

const isClear = (colour: string) => /^rgba\([^)]*[,/]\s*0(?:\.0*)?\s*\)$/.test(colour);
const spread = (channels: Channels) => Math.max(...channels) - Math.min(...channels);

/** Editors and web pages write nearly black text on nearly white as the colours of ordinary text. */
const isDark = (channels: Channels) => Math.max(...channels) <= 0x60 && spread(channels) <= 0x20;
const isLight = (channels: Channels) => Math.min(...channels) >= 0xe0 && spread(channels) <= 0x10;

/** Longer than any colour; the rest is not read. */
const MAX_VALUE_LENGTH = 200;

function isVisible(value: string, isOrdinary: (channels: Channels) => boolean): boolean {
  const colour = value
    .replace(/!important/i, '')
    .trim()
    .toLowerCase();
  if (colour.length > MAX_VALUE_LENGTH) return false;
  if (colour === '' || unset.test(colour) || isClear(colour)) return false;
  const channels = channelsOf(colour);
  return !(channels && isOrdinary(channels));
}

/** Whether this is the colour of more than ordinary text. */
export const isTextColour = (colour: string) => isVisible(colour, isDark);
const isHighlight = (colour: string) => isVisible(colour, isLight);

const declarations = /(?:^|;)\s*(color|background-color|background)\s*:\s*([^;]+)/gi;

/** The first of several values; blanks between parentheses belong to their value. */
function firstValue(values: string): string {
  let depth = 0;
  for (let index = 0; index < values.length; index += 1) {
    const here = values.charAt(index);
    if (here === '(') depth += 1;
    else if (here === ')') depth -= 1;
    else if (depth <= 0 && /\s/.test(here)) return values.slice(0, index);
  }
  return values;
}

/** Whether an element gives its text a colour or a highlight that differs from ordinary text. */
export function isColoured(
  name: string,
  { color = '', bgcolor = '', style = '' }: Readonly<Record<string, string>>,
): boolean {
  if (name === 'mark' || (name === 'font' && isTextColour(color)) || isHighlight(bgcolor)) return true;
  return [...style.matchAll(declarations)].some(([, property = '', value = '']) => {
    if (property.toLowerCase() === 'color') return isTextColour(value);
    return !/url\(|gradient/i.test(value) && isHighlight(firstValue(value.trim()));
  });
}

import type { Mark } from '#domain/question-bank/rich-text.ts';

type Attributes = Readonly<Record<string, string>>;

/** "text-decoration: none" is common and removes nothing. */
export const isUnderlined = (style: string) =>
  style.split(';').some((one) => /^\s*text-decoration(?:-line)?\s*:[\s\S]*underline/i.test(one));

/** Whether an element sets its text in the Symbol font. */
export const isSymbol = (name: string, { face = '', style = '' }: Attributes) =>
  (name === 'font' && /^\s*symbol\b/i.test(face)) || /font-family\s*:\s*["']?symbol\b/i.test(style);

const dingbatFont = '(?:wingdings|webdings|zapf ?dingbats|marlett)';
const dingbatFace = new RegExp(`^\\s*["']?${dingbatFont}`, 'i');
const dingbatStyle = new RegExp(`^\\s*font(?:-family)?\\s*:[^,]*\\b${dingbatFont}`, 'i');

/** Whether an element sets its text in a font of signs such as Wingdings. */
export const isDingbat = (name: string, { face = '', style = '' }: Attributes) =>
  (name === 'font' && dingbatFace.test(face)) || style.split(';').some((one) => dingbatStyle.test(one));

const backgroundStyle = /^\s*background(?:-image)?\s*:.*?url\(\s*["']?([^"')]+)/is;

/** The address of a background image, or an empty text. */
export const backgroundOf = ({ background = '', style = '' }: Attributes) =>
  [background, ...style.split(';').map((one) => backgroundStyle.exec(one)?.[1] ?? '')]
    .map((address) => address.trim())
    .find((address) => address !== '') ?? '';

/** The address of an image; pages that load images late, or in several sizes, keep it elsewhere. */
export const sourceOf = ({ src = '', srcset = '', ...others }: Attributes) =>
  [src, others['data-src'] ?? '', others['data-original'] ?? '', srcset.trim().split(/\s/)[0] ?? '']
    .map((source) => source.trim())
    .find((source) => source !== '') ?? '';

/** Marks from a style attribute, as word processors write them. */
export function styledMarks(style: string | undefined): Mark[] {
  if (style === undefined) return [];
  const found: Mark[] = [];
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) found.push('bold');
  if (/font-style\s*:\s*italic/i.test(style)) found.push('italic');
  if (/vertical-align\s*:\s*sub/i.test(style)) found.push('sub');
  if (/vertical-align\s*:\s*super/i.test(style)) found.push('sup');
  return found;
}

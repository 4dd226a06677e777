/** Elements without an end tag. */
const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Void elements that are meaningful without attributes. */
const bareVoids = new Set(['br', 'hr', 'wbr', 'col']);
/** Elements whose end tag is optional in HTML, with the elements that contain them. */
const containers: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'td th tr tbody thead tfoot colgroup caption'.split(' ').map((name) => [name, ['table']]),
  ),
  ...{ li: ['ul', 'ol', 'menu', 'dir'], dt: ['dl'], dd: ['dl'] },
  ...{ rb: ['ruby'], rt: ['ruby'], rp: ['ruby'] },
};
/** Elements of pages and forms: inside a question they are only mentioned. */
const ofPages = new Set('head title select textarea noscript template input'.split(' '));

const tag = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi;
const isPage = (html: string) => /<html[\s>]/i.test(html) && /<\/html\s*>|<body[\s>]/i.test(html);

/** An element of styles; between mentioned tags are words: "<style> and </style>". */
const styles = /<style\b[^<>]*>\s*(?:<!--|@|\/\*|[^<>{}]*\{)/i;

/** Words that join two tags which a text mentions: "between <b> and </b>". */
const joining = '\\s{1,3}(?:and|or|și|si|sau|et|ou|\\.{3}|…|,|/|-|–)\\s{1,3}';
/** In both patterns the second group is the name of the tag. */
const pair = `<([a-z][a-z0-9]*)>(${joining})<(/\\2)>`;
/** A pair of tags that a text mentions: "between <b> and </b>". */
const mentionedPair = new RegExp(
  `((?:între|intre|dintre|between|entre|tags?|elements?|balises?|etichete\\p{L}*|tagurile|marcajele)\\s{1,3})${pair}`,
  'giu',
);
/** The same apart from other words: "what is it, <b> or </b>?"; a bold word touches its neighbours: "a<b> or </b>b". */
const apartPair = new RegExp(`(?<![^\\s(:"'„“«])()${pair}(?![^\\s).,;:?!"'”»<])`, 'giu');
const pairAsText = '$1&lt;$2&gt;$3&lt;$4&gt;';

/** Escapes pairs of tags that a text written by hand mentions: "<b> or </b>". */
export const mentionedPairsAsText = (html: string) => html.replace(apartPair, pairAsText);

/** Words that announce or follow the name of a tag: "the <br> tag", "elementul <p>". */
const namesTag = '(?:tag|element|balise|élément|etichet|marcaj|etiqueta|elemento|marca|тег)';
const announced = new RegExp(`${namesTag}[\\p{L}]{0,4}\\s{1,3}$`, 'iu');
const followed = new RegExp(`^\\s{0,3}${namesTag}`, 'iu');
const quotes = /["'`«»“”„‘’]/;

/** Whether the words around a tag speak of it: a quoted tag, or one called a tag or an element. */
function isNamed(html: string, start: number, end: number): boolean {
  const before = html.slice(Math.max(0, start - 24), start);
  const after = html.slice(end, end + 24);
  if (quotes.test(before.at(-1) ?? '') && quotes.test(after.charAt(0))) return true;
  return announced.test(before) || followed.test(after);
}

/** A paragraph begins after a sentence or on a line of its own, not in the middle of one. */
const isInSentence = (html: string, start: number, end: number) =>
  /[\p{L}\p{N},] ?$/u.test(html.slice(Math.max(0, start - 2), start)) &&
  /^(?: \p{Ll}|[?,;)])/u.test(html.slice(end, end + 2));

/**
 * Escapes tags that the text only mentions: "what goes into <head>?". Such a tag has no counterpart or belongs to a
 * page; a browser would swallow it, or the text after it.
 */
export function mentionedTagsAsText(given: string): string {
  if (!given.includes('<') || isPage(given)) return given;
  const html = given.replace(mentionedPair, pairAsText);
  const opened = new Map<string, number>();
  const closed = new Set<string>();
  for (const [, slash, given = '', rest = ''] of html.matchAll(tag)) {
    const name = given.toLowerCase();
    if (slash === '/') closed.add(name);
    else opened.set(name, (opened.get(name) ?? 0) + 1);
    if (rest.trim().endsWith('/')) closed.add(name);
  }
  const lastBreak = html.lastIndexOf('\n');
  const hasStyles = styles.test(html);
  const isWhole = (name: string) => opened.has(name) && closed.has(name);
  const isMarkup = (name: string, rest: string, start: number, end: number): boolean => {
    if (ofPages.has(name) || (name === 'style' && !hasStyles)) return false;
    if (bareVoids.has(name)) return rest.trim() !== '' || !isNamed(html, start, end);
    if (voids.has(name)) return rest.replace('/', '').trim() !== '';
    if (isWhole(name)) return true;
    if (name === 'p') return !isNamed(html, start, end) && !isInSentence(html, start, end);
    // Code that was cut keeps its lines, which a text of one paragraph would lose.
    if (name === 'pre' && opened.get(name) === 1)
      return end < lastBreak && !isNamed(html, start, end) && !isInSentence(html, start, end);
    if (name === 'li' && (opened.get(name) ?? 0) > 1) return true;
    return containers[name]?.some(isWhole) ?? false;
  };
  return html.replace(tag, (all: string, slash: string, given: string, rest: string, start: number) => {
    const name = given.toLowerCase();
    const isTag = isMarkup(name, rest, start, start + all.length) || (slash === '/' && bareVoids.has(name));
    return isTag ? all : all.replace('<', '&lt;');
  });
}

/** Elements without an end tag. */
const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Void elements that are meaningful without attributes. */
const bareVoids = new Set(['br', 'hr', 'wbr', 'col']);
/** Elements whose end tag is optional in HTML. */
const endless = new Set(
  'p li td th tr dt dd option optgroup tbody thead tfoot colgroup html body rb rt rp'.split(' '),
);
/** Elements of pages and forms: inside a question they are only mentioned. */
const ofPages = new Set('head title select textarea noscript template'.split(' '));

const tag = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi;
const isPage = (html: string) => /<html[\s>]/i.test(html) && /<\/html\s*>|<body[\s>]/i.test(html);

/**
 * Escapes tags that the text only mentions: "what goes into <head>?". Such a tag has no counterpart or belongs to a
 * page; a browser would swallow the text after it.
 */
export function mentionedTagsAsText(html: string): string {
  if (!html.includes('<') || isPage(html)) return html;
  const opened = new Set<string>();
  const closed = new Set<string>();
  for (const [, slash, name = '', rest = ''] of html.matchAll(tag)) {
    if (slash === '/') closed.add(name.toLowerCase());
    else opened.add(name.toLowerCase());
    if (rest.trim().endsWith('/')) closed.add(name.toLowerCase());
  }
  return html.replace(tag, (all: string, slash: string, given: string, rest: string) => {
    const name = given.toLowerCase();
    const isMarkup = voids.has(name)
      ? bareVoids.has(name) || rest.replace('/', '').trim() !== ''
      : endless.has(name) || (!ofPages.has(name) && opened.has(name) && closed.has(name));
    return isMarkup || (slash === '/' && voids.has(name)) ? all : all.replace('<', '&lt;');
  });
}

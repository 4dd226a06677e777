/** Elements that have no end. */
const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Void elements that mean something without attributes. */
const bareVoids = new Set(['br', 'hr', 'wbr', 'col']);
/** Elements whose end HTML lets people leave out. */
const endless = new Set(
  'p li td th tr dt dd option optgroup tbody thead tfoot colgroup html body rb rt rp'.split(' '),
);
/** Parts of whole pages and forms: inside a question somebody is talking about them. */
const ofPages = new Set('head title select textarea noscript template'.split(' '));

const tag = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi;
const isPage = (html: string) => /<html[\s>]/i.test(html) && /<\/html\s*>|<body[\s>]/i.test(html);

/**
 * The HTML with the tags that are only talked about made text: "what goes into <head>?". Such a tag has no counterpart,
 * or belongs to whole pages; a browser would swallow what follows it.
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
    const meant = voids.has(name)
      ? bareVoids.has(name) || rest.replace('/', '').trim() !== ''
      : endless.has(name) || (!ofPages.has(name) && opened.has(name) && closed.has(name));
    return meant || (slash === '/' && voids.has(name)) ? all : all.replace('<', '&lt;');
  });
}

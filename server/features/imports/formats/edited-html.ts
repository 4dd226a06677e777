/** The tags that editors write; any other "<…>" is text. */
const tagNames =
  'abbr acronym address applet area article aside audio base bdi bdo big blockquote body br button canvas caption center cite code col colgroup dd del details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input ins kbd label legend li link main map mark maction math menclose merror meta mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover nav nobr noscript object ol optgroup option param path picture pre rb rect rp rt ruby samp script section select semantics small source span strike strong style sub summary sup svg table tbody td textarea tfoot th thead time title tr tt ul var video wbr annotation';
/** One-letter tags count only when followed by attributes or nothing: "a<b and b>c" has none. */
const letterTag = '[abipqsu](?:\\s+[\\w:-]+\\s*=[^<>]*|\\s*/?)>';
/** A "<" that opens no tag: teachers write "a<b" instead of "a&lt;b". */
const lessThan = new RegExp(`<(?!/?(?:${tagNames.replaceAll(' ', '|')})\\b[^<>]*>|/?${letterTag}|!--)`, 'gi');

/** Leftovers of word processors: conditional sections, declarations and tags of their own, around the words. */
const withoutOfficeTags = (html: string) =>
  html
    .replace(/<!\[(?:if[^\]<>]*|endif)\]>|<\?xml:[^<>]*>|<\/?(?:o|v|w|st1):[a-z]+\b[^<>]*>/gi, '')
    .replace(/<(\/?)m(?:ml)?:([a-z]+)\b/gi, '<$1$2');

/** HTML as people and editors write it, where "<" may be a sign. */
export const edited = (html: string) => withoutOfficeTags(html).replace(lessThan, '&lt;');

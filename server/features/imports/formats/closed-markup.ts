const isQuote = (sign: string) => sign === '"' || sign === "'";
/** What follows a quoted value; anything else means that the quote belongs to a later tag. */
const endsValue = /^[\s/>]?$/;

/** Where a tag ends, with ">" in quoted values skipped; -1 when one of its quotes is not closed. */
function tagEnd(html: string, start: number): number {
  let last = '';
  for (let index = start; index < html.length; index += 1) {
    const here = html.charAt(index);
    if (here === '>') return index + 1;
    if (isQuote(here) && last === '=') {
      const end = html.indexOf(here, index + 1);
      if (end < 0) return -1;
      if (!endsValue.test(html.charAt(end + 1)) && html.slice(index, end).includes('>')) return -1;
      index = end;
    }
    if (!/\s/.test(here)) last = here;
  }
  return -1;
}

/**
 * Closes what would swallow the text after it: a quote that a tag opens and never closes is removed, and a tag or
 * comment without an end is text.
 */
export function closedMarkup(html: string): string {
  const lastComment = html.lastIndexOf('-->');
  const lastTag = html.lastIndexOf('>');
  let result = '';
  let done = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(done, at + 1))) {
    if (html.startsWith('<!--', at)) {
      const isEnded = at + 1 < lastComment;
      const end = isEnded ? html.indexOf('-->', at + 2) + 3 : at + 1;
      result += `${html.slice(done, at)}${isEnded ? html.slice(at, end) : '&lt;'}`;
      done = end;
    } else if (/[a-z/]/i.test(html.charAt(at + 1)) && at > lastTag) {
      result += `${html.slice(done, at)}&lt;`;
      done = at + 1;
    } else if (/[a-z/]/i.test(html.charAt(at + 1))) {
      const end = tagEnd(html, at);
      const cut = html.indexOf('>', at) + 1;
      const tag = end < 0 ? html.slice(at, cut).replace(/["']/g, '') : html.slice(at, end);
      result += html.slice(done, at) + tag;
      done = end < 0 ? cut : end;
    }
  }
  return result + html.slice(done);
}

const isQuote = (sign: string) => sign === '"' || sign === "'";
/** What follows a quoted value; anything else means that the quote belongs to a later tag. */
const endsValue = /^[\s/>]?$/;

/**
 * Where a tag ends, with ">" in quoted values skipped; -1 when one of its quotes is not closed or another tag starts
 * first. `failed` collects the ends of values after which no tag ends, so that no part is read twice.
 */
function tagEnd(html: string, start: number, failed: Set<number>): number {
  const values: number[] = [];
  const fail = () => {
    for (const value of values) failed.add(value);
    return -1;
  };
  let last = '';
  for (let index = start + 1; index < html.length; index += 1) {
    const here = html.charAt(index);
    if (here === '>') return index + 1;
    if (here === '<') return fail();
    if (isQuote(here) && last === '=') {
      const end = html.indexOf(here, index + 1);
      if (end < 0 || failed.has(end)) return fail();
      if (!endsValue.test(html.charAt(end + 1)) && html.slice(index, end).includes('>')) return fail();
      values.push(end);
      index = end;
    }
    if (!/\s/.test(here)) last = here;
  }
  return fail();
}

/**
 * Closes what would swallow the text after it: a quote that a tag opens and never closes is removed, and a tag or
 * comment without an end is text.
 */
export function closedMarkup(html: string): string {
  const lastComment = html.lastIndexOf('-->');
  const lastTag = html.lastIndexOf('>');
  const failed = new Set<number>();
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
      const end = tagEnd(html, at, failed);
      const cut = html.indexOf('>', at) + 1;
      const tag = end < 0 ? html.slice(at, cut).replace(/["']/g, '') : html.slice(at, end);
      result += html.slice(done, at) + tag;
      done = end < 0 ? cut : end;
    }
  }
  return result + html.slice(done);
}

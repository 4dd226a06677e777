import type { ImportedReference } from './imported-question.ts';
import { cleanLine } from './imported-text.ts';

/** Formats a reference for formats that only have feedback: "Ref.: Title, p. 12". */
export const writeReference = ({ title, page }: ImportedReference) =>
  `Ref.: ${title}${page === undefined ? '' : `, p. ${page}`}`;

const opening = /^(?:ref\.?|referin[tț][aă]|r[eé]f[eé]rence|bibliogra(?:fie|phy|phie)|sursa|source)\s*:\s*/i;
const pageSigns = ['p', 'pp', 'pag', 'pagina', 'paginile', 'page', 'pages'];

const pageAtEnd = /^([a-z]+)(?:\. ?| )(\d[^,]*|[IVXLCM]+(?:[-–][IVXLCM]+)?)$/i;

/** Parses a reference: any text after "Ref.:" or the like, otherwise the text must end with a page ("…, p. 12"). */
export function readReference(text: string): ImportedReference | undefined {
  const line = cleanLine(text);
  const declared = opening.exec(line);
  const body = declared ? line.slice(declared[0].length) : line;
  const comma = body.lastIndexOf(', ');
  const [, sign = '', page = ''] = pageAtEnd.exec(body.slice(comma + 2)) ?? [];
  if (comma > 0 && page !== '' && pageSigns.includes(sign.toLowerCase()))
    return { title: body.slice(0, comma), page };
  return declared && body !== '' ? { title: body } : undefined;
}

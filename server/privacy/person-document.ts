import type { Language } from '#i18n/languages.ts';
import { logTextIn } from '#i18n/log-catalogues.ts';
import { privacyDocument } from '#i18n/privacy-document.ts';
import { type DataKind, type DataRow, dataKinds, type PersonData } from './person-data.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1b1b1b}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f2f2f2}`;

/** The table whose codes a row has: the one a log entry is about, or the contested questions; elsewhere the column decides. */
const tableOf = (kind: DataKind, row: DataRow): string =>
  kind === 'contestations' ? 'exam_contest_questions' : typeof row.entity === 'string' ? row.entity : '';

/**
 * The data of a person as one HTML page without scripts or external resources, to read, print and hand over.
 */
export function personDocument({ person, data, exportedAt }: PersonData, language: Language): string {
  const texts = privacyDocument[language];
  const text = logTextIn(language);
  const fieldText = (name: string) =>
    (texts.fields as Readonly<Record<string, string>>)[name] ?? text.field(name);
  const valueTexts: Readonly<Record<string, string>> = texts.values;
  const inWords = new Set(['role', 'booked_by', 'annulled_by', 'filed_by']);
  const cell = (value: unknown, field: string, entity: string): string => {
    if (value === null || value === undefined) return '–';
    if (Array.isArray(value)) return value.map((one) => cell(one, field, entity)).join('<br>');
    if (typeof value === 'object') {
      if ('encrypted' in value) return escaped(text.value({ erased: true }));
      return Object.entries(value)
        .map(([name, one]) => `${escaped(fieldText(name))}: ${cell(one, name, entity)}`)
        .join('<br>');
    }
    const word = inWords.has(field) ? valueTexts[String(value)] : undefined;
    return escaped(word ?? text.value(value as string | number | boolean, { entity, field }));
  };
  const table = (kind: DataKind): string => {
    const rows = data[kind];
    const [first] = rows;
    if (!first) return `<p>${escaped(texts.nothing)}</p>`;
    const columns = Object.keys(first);
    const head = columns.map((name) => `<th scope="col">${escaped(fieldText(name))}</th>`).join('');
    const body = rows.map(
      (row) =>
        `<tr>${columns.map((name) => `<td>${cell(row[name], name, tableOf(kind, row))}</td>`).join('')}</tr>`,
    );
    return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
  };
  const title = escaped(texts.title.replace('{name}', person.name));
  const intro = texts.intro.replace('{email}', person.email).replace('{at}', text.value(exportedAt));
  const sections = dataKinds.map((kind) => `<h2>${escaped(texts.kinds[kind])}</h2>${table(kind)}`);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style></head><body><h1>${title}</h1><p>${escaped(intro)}</p>
${sections.join('\n')}
</body></html>
`;
}

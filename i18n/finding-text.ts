import type { Finding, FindingCode } from '#domain/imports/findings.ts';
import { fillIn } from './fill-in.ts';

/** The texts of findings and the names of question types in one language. */
export type FindingTexts = {
  readonly texts: Readonly<Record<FindingCode, string>>;
  readonly types: Readonly<Record<string, string>>;
};

/** A finding in words; one about a file of an archive begins with its name. */
export function formatFinding({ code, params }: Finding, { texts, types }: FindingTexts): string {
  const type = types[String(params.type)];
  const translated: Finding['params'] = type === undefined ? params : { ...params, type };
  const pattern = texts[code];
  const text = fillIn(pattern, translated);
  return translated.file === undefined || pattern.includes('{{file}}') ? text : `${translated.file}: ${text}`;
}

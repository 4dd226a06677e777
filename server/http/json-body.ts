import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors.ts';

/** No body of this API nests deeper than a list of objects with lists in them. */
const maxDepth = 16;
/** Enough for a bulk change of a few thousand rows; validating more costs more than sending it. */
const maxValues = 20_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the quote that closes the string opened at `start`; the end of the text when there is none. */
function endOfString(text: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== quote) index += text[index] === backslash ? 2 : 1;
  return index;
}

/**
 * Whether JSON nests deeper or lists more than any call needs. Takes one pass over the bytes, because parsing and
 * validating such a text could cost more than its length suggests.
 */
export function exceedsJsonLimits(text: Uint8Array): boolean {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (byte === quote) index = endOfString(text, index);
    else if (byte === comma) values += 1;
    else if (byte === openList || byte === openObject) depth += 1;
    else if (byte === closeList || byte === closeObject) depth -= 1;
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

/** Parses JSON bodies only; multipart forms have their own parser. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body) || exceedsJsonLimits(body)) refuse('request.malformed');
    parse(request, body.toString('utf8'), done);
  });
}

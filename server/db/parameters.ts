/** A parameter of a statement. */
export type Plain = string | number | bigint | boolean | null | Date | Uint8Array | readonly Plain[];

/** A value that is sent as JSON. */
export class Json {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

export type Cast = 'boolean' | 'bigint' | 'timestamptz' | 'bytea' | 'jsonb';

/**
 * The cast written after a parameter, where JavaScript's type is more precise than the statement's context.
 * Strings and numbers take their type from the context.
 */
export function castOf(value: Plain | Json): Cast | undefined {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return 'bigint';
  if (value instanceof Date) return 'timestamptz';
  if (value instanceof Uint8Array) return 'bytea';
  return value instanceof Json ? 'jsonb' : undefined;
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function jsonText({ value }: Json): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new Error('a JSON parameter of a query is undefined');
  return text;
}

/** Serialises a value for PostgreSQL; throws for `undefined` and unsupported types. */
export function serialise(value: Plain | Json): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (value === undefined) throw new Error('a parameter of a query is undefined');
  if (value instanceof Uint8Array) return asBuffer(value);
  if (Array.isArray(value)) return arrayText(value as readonly Plain[]);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Json) return jsonText(value);
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol')
    throw new Error('an object cannot be a parameter of a query; send it with sql.json()');
  return String(value);
}

const arrayText = (values: readonly Plain[]): string => `{${values.map(elementText).join(',')}}`;

function elementText(value: Plain): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return arrayText(value as readonly Plain[]);
  const text = serialise(value);
  const plain = typeof text === 'string' ? text : `\\x${(text as Buffer).toString('hex')}`;
  return typeof value === 'number' || typeof value === 'boolean'
    ? plain
    : `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

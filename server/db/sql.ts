import { type Cast, castOf, Json, type Plain, serialise } from './parameters.ts';

/** A row of unknown columns. */
export type Row = Record<string, unknown>;

/** The rows of a query, with the number of rows it read or changed. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number };

/** What a template may contain: a parameter, or a fragment of SQL. */
export type SqlValue = Plain | Json | Part;

/** A statement as the driver sends it. */
export type Statement = { readonly text: string; readonly values: readonly (string | Buffer | null)[] };

/** Runs a statement; `isPrepared` keeps it prepared for reuse. */
export type Run = <T extends readonly unknown[]>(
  statement: Statement,
  isPrepared: boolean,
) => Promise<Rows<T>>;

/** The protocol counts parameters in two bytes. */
const maxParameters = 65_535;

class Writer {
  text = '';
  readonly values: (string | Buffer | null)[] = [];

  template(strings: readonly string[], values: readonly SqlValue[]): void {
    for (const [index, string] of strings.entries()) {
      this.text += string;
      if (index < values.length) this.value(values[index] as SqlValue);
    }
  }

  value(value: SqlValue): void {
    if (value instanceof Part) value.writeTo(this);
    else this.parameter(value);
  }

  parameter(value: Plain | Json): void {
    this.values.push(serialise(value));
    if (this.values.length > maxParameters)
      throw new Error(`a statement has at most ${maxParameters} parameters`);
    this.text += `$${this.values.length}${castText(castOf(value))}`;
  }
}

const castText = (cast: Cast | undefined) => (cast === undefined ? '' : `::${cast}`);

/** A fragment of a statement; it does not run by itself. */
export abstract class Part {
  abstract writeTo(writer: Writer): void;
}

/** Quotes an identifier; a dot separates table and column. */
export const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

class Names extends Part {
  readonly #names: readonly string[];
  constructor(names: readonly string[]) {
    super();
    this.#names = names;
  }
  writeTo(writer: Writer): void {
    writer.text += this.#names.map(quoted).join(', ');
  }
}

/** An object as a row: columns and values. */
type RowValues = Readonly<Record<string, unknown>>;

class Values extends Part {
  readonly #rows: readonly RowValues[];
  readonly #columns: readonly string[];
  constructor(rows: readonly RowValues[], columns: readonly string[]) {
    super();
    this.#rows = rows;
    this.#columns = columns.length > 0 ? columns : Object.keys(rows[0] ?? {});
    if (this.#columns.length === 0) throw new Error('there are no columns to write');
  }

  writeTo(writer: Writer): void {
    if (/\bset\s*$/i.test(writer.text)) this.#assign(writer);
    else this.#insert(writer);
  }

  #assign(writer: Writer): void {
    for (const [index, column] of this.#columns.entries()) {
      writer.text += `${index === 0 ? '' : ', '}${quoted(column)} = `;
      writer.value(this.#rows[0]?.[column] as SqlValue);
    }
  }

  #insert(writer: Writer): void {
    writer.text += `(${this.#columns.map(quoted).join(', ')}) values `;
    for (const [rowIndex, row] of this.#rows.entries()) {
      writer.text += rowIndex === 0 ? '(' : ', (';
      for (const [index, column] of this.#columns.entries()) {
        if (index > 0) writer.text += ', ';
        writer.value(row[column] as SqlValue);
      }
      writer.text += ')';
    }
  }
}

/** A statement that runs once, when first awaited; inside another template it is a fragment. */
export class Query<T extends readonly unknown[] = Row[]> extends Part implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Query';
  readonly #run: Run;
  readonly #write: (writer: Writer) => void;
  readonly #isPrepared: boolean;
  #result: Promise<Rows<T>> | undefined;

  constructor(run: Run, write: (writer: Writer) => void, isPrepared: boolean) {
    super();
    this.#run = run;
    this.#write = write;
    this.#isPrepared = isPrepared;
  }

  writeTo(writer: Writer): void {
    this.#write(writer);
  }

  async #start(): Promise<Rows<T>> {
    const writer = new Writer();
    this.#write(writer);
    return this.#run<T>(writer, this.#isPrepared);
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited like a promise, and runs only then.
  then<R = Rows<T>, E = never>(
    resolved?: ((rows: Rows<T>) => R | PromiseLike<R>) | null,
    rejected?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.#result ??= this.#start();
    return this.#result.then(resolved, rejected);
  }

  catch<E = never>(rejected?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<Rows<T> | E> {
    return this.then(undefined, rejected);
  }

  finally(settled?: (() => void) | null): Promise<Rows<T>> {
    return this.then().finally(settled);
  }
}

export type Fragment = Query<Row[]>;

/** The tagged template, on the pool or inside a transaction. */
export interface Queryable {
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ): Query<T>;
  /** One quoted identifier, or several separated by commas. */
  (names: string | readonly string[]): Part;
  /** One row or several: `insert into t ${sql(rows)}`, `update t set ${sql(row)}`. */
  (rows: object | readonly object[], ...columns: readonly string[]): Part;
  /** A value that is sent as JSON. */
  json(value: unknown): Json;
  /** Our own raw SQL; `prepare` keeps it prepared. Without parameters it may contain several statements. */
  unsafe<T extends readonly unknown[] = Row[]>(
    text: string,
    values?: readonly (Plain | Json)[],
    options?: { readonly prepare?: boolean },
  ): Query<T>;
}

const isTemplate = (first: unknown): first is TemplateStringsArray => Array.isArray(first) && 'raw' in first;

const isNames = (first: unknown): first is readonly string[] =>
  Array.isArray(first) && first.length > 0 && first.every((name) => typeof name === 'string');

/** Creates the tagged template over a statement runner. */
export function queryableOver(run: Run): Queryable {
  const tag = (first: unknown, ...rest: readonly unknown[]) => {
    if (isTemplate(first))
      return new Query(run, (writer) => writer.template(first, rest as readonly SqlValue[]), true);
    if (typeof first === 'string') return new Names([first]);
    if (isNames(first)) return new Names(first);
    return new Values((Array.isArray(first) ? first : [first]) as RowValues[], rest as readonly string[]);
  };
  const own: Pick<Queryable, 'json' | 'unsafe'> = {
    json: (value) => new Json(value),
    unsafe: (text, values = [], { prepare = false } = {}) =>
      new Query(
        run,
        (writer) => {
          writer.text += text;
          for (const value of values) writer.values.push(serialise(value));
        },
        prepare,
      ),
  };
  return Object.assign(tag, own) as Queryable;
}

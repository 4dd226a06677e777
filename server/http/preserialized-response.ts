declare const responded: unique symbol;

/**
 * A response that is text already, put together from parts that were written once. It leaves as it is; where responses are
 * checked strictly, it is read back and held against the contract like any other.
 */
export class PreserializedResponse<T> {
  declare readonly [responded]: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

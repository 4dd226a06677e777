declare const responded: unique symbol;

/**
 * A response that is already serialized, assembled from cached parts, and sent as is. In strict mode it is parsed and
 * checked against the contract like any other.
 */
export class PreserializedResponse<T> {
  declare readonly [responded]: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

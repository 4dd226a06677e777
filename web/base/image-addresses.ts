/** Where an image can be fetched from just now. An address lives a short while only; `renew` asks for a new one. */
export type ImageAddresses = {
  readonly addressOf: (name: string) => ImageAddress;
  readonly renew: (name: string) => void;
};
export type ImageAddress =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly address: string }
  | { readonly state: 'missing' };

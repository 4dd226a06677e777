/** The current addresses of images. They are short-lived; `renew` requests a new one. */
export type ImageAddresses = {
  readonly addressOf: (name: string) => ImageAddress;
  readonly renew: (name: string) => void;
};
export type ImageAddress =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly address: string }
  | { readonly state: 'missing' };

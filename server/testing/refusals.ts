type Response = { readonly statusCode: number; readonly body: string; json(): { error?: string } };

/** Status and code of a refusal; the code is empty for other responses. */
export const errorOf = (response: Response): readonly [number, string] => [
  response.statusCode,
  response.statusCode < 300 ? '' : (response.json().error ?? ''),
];

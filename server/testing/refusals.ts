type Response = { readonly statusCode: number; readonly body: string; json(): { error?: string } };

/** The status of a refusal and its code; of anything that is no refusal, the status and an empty code. */
export const errorOf = (response: Response): readonly [number, string] => [
  response.statusCode,
  response.statusCode < 300 ? '' : (response.json().error ?? ''),
];

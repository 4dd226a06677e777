/** What a file to import holds. */
export const importKinds = ['questions', 'students'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The id of the field a problem is about. */
export const fieldId = (path: string) => `structure-${path.replaceAll('.', '-')}`;

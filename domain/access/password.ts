/** The shortest password a person may choose. */
export const minPasswordLength = 10;

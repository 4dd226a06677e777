/** The minimum length of a password. */
export const minPasswordLength = 10;

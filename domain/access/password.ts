export const minPasswordLength = 10;

/** How many one-time passwords one sheet holds. */
export const passwordsPerSheet = 48;

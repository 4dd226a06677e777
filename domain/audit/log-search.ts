/** The maximum number of matching entries counted; the newest are listed, and filters narrow them. */
export const maxEntries = 10_000;

/** More matching entries are not counted: the newest are listed, and filters narrow them. */
export const mostEntries = 10_000;

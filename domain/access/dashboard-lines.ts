/** The most lines that a dashboard shows of one kind; of what is only recent it shows fewer. */
export const dashboardLines = { kind: 8, recent: 3 } as const;

/** How many lines to select: with one more than are shown, there are more. */
export const selectedLines = { kind: dashboardLines.kind + 1, recent: dashboardLines.recent + 1 } as const;

/** What can be printed of a paper. */
export const printOptions = ['cover', 'paper', 'sheet', 'key', 'ticks', 'correlation', 'duplex'] as const;
export type PrintOptions = Readonly<Record<(typeof printOptions)[number], boolean>>;

export const defaultOptions: PrintOptions = {
  cover: true,
  paper: true,
  sheet: false,
  key: false,
  ticks: false,
  correlation: false,
  duplex: true,
};

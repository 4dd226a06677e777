/** The lines of a mail; those that do not apply are left out. */
export const lines = (...all: readonly (string | undefined | false)[]) =>
  `${all.filter((line) => line !== undefined && line !== false).join('\n')}\n`;

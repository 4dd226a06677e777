/** The sitting named by the code of its cover page (S123) or of one of its answer sheets (S123-2); undefined for other texts. */
export function sittingOfCode(text: string): number | undefined {
  const id = /^S?([1-9]\d{0,9})(?:-[1-9]\d{0,2})?$/i.exec(text.trim())?.[1];
  return id === undefined ? undefined : Number(id);
}

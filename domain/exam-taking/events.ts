/** The kinds of exam events, each with the letter it is stored under. */
export const eventLetters = {
  begun: 'b',
  loaded: 'r',
  saved: 's',
  skipped: 'k',
  timeCredited: 't',
  finished: 'f',
  late: 'l',
  otherWriter: 'o',
  reopened: 'p',
  regraded: 'g',
} as const;

export type EventKind = keyof typeof eventLetters;
export type EventLetter = (typeof eventLetters)[EventKind];

export const eventKinds = Object.keys(eventLetters) as [EventKind, ...EventKind[]];

const kinds = new Map(eventKinds.map((kind) => [eventLetters[kind], kind] as const));

export function eventKindOf(letter: EventLetter): EventKind {
  const kind = kinds.get(letter);
  if (kind === undefined) throw new Error(`no event is stored as ${letter}`);
  return kind;
}

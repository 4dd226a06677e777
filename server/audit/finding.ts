/** What a check of the records can find. Each kind is explained for operators in docs/operations.md. */
export type FindingKind =
  | 'triggerOff'
  | 'headMissing'
  | 'headForged'
  | 'headMismatch'
  | 'headCut'
  | 'chainRewritten'
  | 'sealMissing'
  | 'entryChanged'
  | 'entryMissing'
  | 'entryUnsealed'
  | 'historyBroken'
  | 'rowChanged'
  | 'rowMissing'
  | 'scoreChanged'
  | 'scoreWithoutEvent'
  | 'eventsChanged'
  | 'eventsCut'
  | 'eventsUnsealed'
  | 'ticksChanged';

/** One thing that is not as the product left it, and where. */
export type Finding = {
  readonly kind: FindingKind;
  readonly table?: string;
  /** The primary key of the row, as text. */
  readonly row?: string;
  readonly exam?: number;
  /** The id in the audit log. */
  readonly entry?: number;
  /** The place in the chain of seals. */
  readonly position?: number;
  readonly detail?: string;
};

/** The same finding is the same text, whenever it is found. */
export const fingerprint = ({ kind, table, row, exam, entry, position, detail }: Finding): string =>
  JSON.stringify([
    kind,
    table ?? null,
    row ?? null,
    exam ?? null,
    entry ?? null,
    position ?? null,
    detail ?? null,
  ]);

/** A finding as a log line may show it: keys that hold an address stay out. */
export function forLog({ row, ...finding }: Finding): Finding {
  return row === undefined || row.includes('@') ? finding : { ...finding, row };
}

/** One line for a person. */
export const describeFinding = ({ kind, ...where }: Finding): string =>
  [kind, ...Object.entries(where).map(([name, value]) => `${name} ${value}`)].join('  ');

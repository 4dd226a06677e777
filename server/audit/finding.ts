/** The kinds of findings. docs/operations.md explains each for operators. */
export type FindingKind =
  | 'triggerOff'
  | 'triggerChanged'
  | 'functionChanged'
  | 'migrationsDiffer'
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
  | 'paperChanged'
  | 'eventsAdded'
  | 'eventsChanged'
  | 'eventsCut'
  | 'eventsUnsealed'
  | 'ticksChanged';

/** A change the product did not make, and its location. */
export type Finding = {
  readonly kind: FindingKind;
  readonly table?: string;
  /** The primary key of the row, as text. */
  readonly row?: string;
  readonly exam?: number;
  /** The id in the audit log. */
  readonly entry?: number;
  /** The position in the chain of seals. */
  readonly position?: number;
  readonly detail?: string;
};

/** Nobody can have looked into what was not compared. */
export const isAcknowledgeable = ({ kind }: Finding): boolean => kind !== 'migrationsDiffer';

/** A stable key: the same finding always gives the same text. */
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

/** A finding for a log line: without keys that contain an address. */
export function forLog({ row, ...finding }: Finding): Finding {
  return row === undefined || row.includes('@') ? finding : { ...finding, row };
}

/** One line for a person. */
export const describeFinding = ({ kind, ...where }: Finding): string =>
  [kind, ...Object.entries(where).map(([name, value]) => `${name} ${value}`)].join('  ');

import { type Mark, signOf } from '#domain/question-bank/rich-text.ts';

/** One replacement in a text, and the selection after it. */
export type TextEdit = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectFrom: number;
  readonly selectTo: number;
};

/** Sub- and superscript cannot contain spaces, so several words are marked one by one; no mark spans a line break. */
const pieceOf: Record<Mark, RegExp> = {
  bold: /\S(?:.*\S)?/g,
  italic: /\S(?:.*\S)?/g,
  sub: /\S+/g,
  sup: /\S+/g,
};

/** A star next to another may belong to bold, which uses two. */
function isWrapped(text: string, from: number, to: number, sign: string): boolean {
  const before = text.slice(0, from);
  const after = text.slice(to);
  if (!before.endsWith(sign) || !after.startsWith(sign)) return false;
  return sign !== '*' || before.endsWith('***') || !before.endsWith('**');
}

/** Toggles a mark around the selection. */
export function toggleMark(text: string, from: number, to: number, mark: Mark): TextEdit {
  const sign = signOf[mark];
  const selected = text.slice(from, to);
  if (isWrapped(text, from, to, sign)) {
    const start = from - sign.length;
    return {
      from: start,
      to: to + sign.length,
      insert: selected,
      selectFrom: start,
      selectTo: start + selected.length,
    };
  }
  if (selected.trim() === '') {
    const insert = `${sign}${sign}`;
    const caret = from + sign.length;
    return { from, to: from, insert, selectFrom: caret, selectTo: caret };
  }
  const insert = selected.replaceAll(pieceOf[mark], (piece) => `${sign}${piece}${sign}`);
  const onePiece = selected.trim() === selected && insert === `${sign}${selected}${sign}`;
  return {
    from,
    to,
    insert,
    selectFrom: onePiece ? from + sign.length : from,
    selectTo: onePiece ? to + sign.length : from + insert.length,
  };
}

/** Replaces the selection with a text. */
export function insertText(from: number, to: number, insert: string): TextEdit {
  const caret = from + insert.length;
  return { from, to, insert, selectFrom: caret, selectTo: caret };
}

/** Applies an edit to a field so that the browser can undo it. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  const done =
    typeof document.execCommand === 'function' &&
    document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert);
  if (!done) {
    field.setRangeText(edit.insert, edit.from, edit.to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(edit.selectFrom, edit.selectTo);
}

/** The mark of a shortcut: Ctrl+B, Ctrl+I, Ctrl+, for sub- and Ctrl+. for superscript. */
export function markOfKey(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): Mark | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
  const marks: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', ',': 'sub', '.': 'sup' };
  return marks[event.key.toLowerCase()];
}

import { describe, expect, it, test } from 'vitest';
import { applyEdit, insertText, markOfKey, type TextEdit, toggleMark } from './text-edits.ts';

/** The text after an edit, with the selection in square brackets. */
function after(text: string, edit: TextEdit): string {
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { selectFrom, selectTo } = edit;
  return `${result.slice(0, selectFrom)}[${result.slice(selectFrom, selectTo)}]${result.slice(selectTo)}`;
}

function toggled(marked: string, mark: Parameters<typeof toggleMark>[3]): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  return after(text, toggleMark(text, from, to, mark));
}

describe('[QUES-1] formatting while writing', () => {
  test.each([
    ['H[2]O', 'sub', 'H~[2]~O'],
    ['H~[2]~O', 'sub', 'H[2]O'],
    ['x[2]', 'sup', 'x^[2]^'],
    ['foarte [mult]', 'bold', 'foarte **[mult]**'],
    ['foarte **[mult]**', 'bold', 'foarte [mult]'],
    ['[in vivo] și', 'italic', '*[in vivo]* și'],
    ['**[in vivo]**', 'italic', '***[in vivo]***'],
    ['***[in vivo]***', 'italic', '**[in vivo]**'],
    ['abc[]', 'sup', 'abc^[]^'],
    ['[a b]', 'sub', '[~a~ ~b~]'],
    ['[ mult ]', 'bold', '[ **mult** ]'],
    ['[unu\ndoi]', 'bold', '[**unu**\n**doi**]'],
  ] as const)('[QUES-1] %s becomes %s: %s', (before, mark, expected) => {
    expect(toggled(before, mark)).toBe(expected);
  });

  it('[QUES-1] a symbol replaces the selection', () => {
    expect(after('a?b', insertText(1, 2, 'β'))).toBe('aβ[]b');
  });

  it('[QUES-1] applies an edit to the field and notifies the page', () => {
    const field = document.createElement('textarea');
    document.body.append(field);
    field.value = 'H2O';
    let value = '';
    field.addEventListener('input', () => {
      value = field.value;
    });
    applyEdit(field, toggleMark('H2O', 1, 2, 'sub'));
    expect(value).toBe('H~2~O');
    expect([field.selectionStart, field.selectionEnd]).toEqual([2, 3]);
    field.remove();
  });

  it('[QUES-1] keyboard shortcuts of the marks', () => {
    const key = (name: string, more = {}) => ({
      key: name,
      ctrlKey: true,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      ...more,
    });
    expect([key('b'), key('I'), key(','), key('.')].map(markOfKey)).toEqual(['bold', 'italic', 'sub', 'sup']);
    expect(markOfKey(key('b', { ctrlKey: false }))).toBeUndefined();
    expect(markOfKey(key('b', { altKey: true }))).toBeUndefined();
  });
});

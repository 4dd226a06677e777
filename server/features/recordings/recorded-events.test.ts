import { describe, expect, it } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { createEventChecker } from './recorded-events.ts';

/** Checks a text in chunks of the given size. */
function check(text: string | Buffer, pieceBytes = 1_000_000): string {
  const bytes = Buffer.from(text);
  const checker = createEventChecker(() => undefined);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) checker.take(bytes.subarray(at, at + pieceBytes));
    checker.end();
    return 'taken';
  } catch (refusal) {
    return refusal instanceof Refusal ? refusal.code : String(refusal);
  }
}

const events = [
  { type: 4, data: { href: 'https://exam.test/exam/9', width: 1280 }, timestamp: 1_790_000_000_000 },
  { type: 3, data: { text: 'a "quoted" ] } { [ \\ one, and ț', positions: [{ x: 1 }] }, timestamp: 1.5 },
];

describe('[SAFE-17] the events of an uploaded recording', () => {
  it.each([1, 2, 7, 1000])('[REC-1] are accepted in chunks of %d bytes', (pieceBytes) => {
    expect(check(JSON.stringify(events), pieceBytes)).toBe('taken');
    expect(check(` \n${JSON.stringify(events, null, 2)}\n `, pieceBytes)).toBe('taken');
    expect(check('[]', pieceBytes)).toBe('taken');
  });

  it.each([
    ['nothing', ''],
    ['only blanks', '  '],
    ['another value', '{"type":3,"timestamp":1}'],
    ['something else in the list', '[1]'],
    ['a list in the list', '[[{"type":3,"timestamp":1}]]'],
    ['an event without a type', '[{"timestamp":1}]'],
    ['an event without a moment', '[{"type":3}]'],
    ['a moment that is no number', '[{"type":3,"timestamp":"1"}]'],
    ['a list that does not end', '[{"type":3,"timestamp":1}'],
    ['an event that does not end', '[{"type":3,"timestamp":1'],
    ['two events without a comma', '[{"type":3,"timestamp":1}{"type":3,"timestamp":1}]'],
    ['a comma at the end', '[{"type":3,"timestamp":1},]'],
    ['something after the list', '[{"type":3,"timestamp":1}] {}'],
    ['an event that is no JSON', '[{"type":3,timestamp:1}]'],
    ['brackets that do not match', '[{"type":3,"timestamp":1,"data":[}]'],
    [
      'letters of no encoding',
      Buffer.from([...Buffer.from('[{"type":3,"timestamp":1,"data":"'), 0xff, 0x22]),
    ],
    ['nesting without end', `[{"type":3,"timestamp":1,"data":${'['.repeat(100_000)}`],
    ['an event without end', `[{"type":3,"timestamp":1,"data":"${'a'.repeat(5 * 1024 * 1024)}`],
  ])('[SAFE-10] refuses %s', (_what, text) => {
    expect(check(text, 4096)).toBe('recording.unreadable');
  });
});

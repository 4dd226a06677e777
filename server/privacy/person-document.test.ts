import { expect, it } from 'vitest';
import { dataKinds, type PersonData } from './person-data.ts';
import { personDocument } from './person-document.ts';

it('[SAFE-14] writes the reason of a contested question in words, also in log entries', () => {
  const none = Object.fromEntries(dataKinds.map((kind) => [kind, []])) as unknown as PersonData['data'];
  const person = { id: 1, name: 'Ana Pop', email: 'ana@exam.test' } as PersonData['person'];
  const exportedAt = '2026-02-03T08:00:00Z';
  const documentOf = (data: Partial<PersonData['data']>) =>
    personDocument({ exportedAt, person, data: { ...none, ...data } }, 'en');
  const words = documentOf({ contestations: [{ exam_id: 1, reason: 'RNB' }] });
  expect(words).toContain('<td>answer not in accordance with the bibliography</td>');
  const entry = { entity: 'exam_contest_questions', after: { reason: 'RNB' } };
  expect(documentOf({ entriesAbout: [entry] })).toContain('answer not in accordance with the bibliography');
});

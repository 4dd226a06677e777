import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { studentProblem, withoutPersonalData } from '#domain/imports/students/student-problems.ts';
import { studentImport } from '#i18n/en/student-import.ts';
import { studentProblemText } from './student-problem.ts';

const texts = createInstance();
await texts.init({
  lng: 'en',
  interpolation: { escapeValue: false },
  resources: { en: { translation: { studentImport } } },
});

it('[IMP-1] describes a problem that an earlier version stored', () => {
  const stored = studentProblem('email', 'emailInvalid', { said: 'nimeni' });
  expect(studentProblemText(texts.t, stored)).toContain('“nimeni” is not an e-mail address.');
});

it('[SAFE-14] describes problems of personal cells without their value', () => {
  const problems = [
    studentProblem('phone', 'phoneInvalid', { value: '99x99' }),
    studentProblem('phone', 'zeroRestored', { value: '0712345678' }),
    studentProblem('cnp', 'digitsLost', { value: '5.04E+12' }),
    studentProblem('cnp', 'dateCell', { value: '2004-01-01' }),
    studentProblem('cnp', 'errorCell', { value: '#N/A' }),
    studentProblem('cnp', 'booleanCell', { value: 'TRUE' }),
    studentProblem('cnp', 'numberFormat', { value: '5040101' }),
    studentProblem('externalId', 'codeOfAnother', { name: 'Ionescu Dan' }),
  ];
  for (const problem of problems) {
    const [value = ''] = Object.values(problem.params).map(String);
    expect(studentProblemText(texts.t, problem)).toContain(value);
    const text = studentProblemText(texts.t, withoutPersonalData(problem, false));
    expect(text).not.toMatch(/\{\{|“”/);
    expect(text).not.toContain(value);
  }
  expect(
    studentProblemText(texts.t, withoutPersonalData(studentProblem('cnp', 'cnpShort', { digits: 9 }), false)),
  ).toContain('has 9 digits');
});

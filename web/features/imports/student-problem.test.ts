import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { studentProblem, withoutPersonalData } from '#domain/imports/students/student-problems.ts';
import { studentImport } from '#i18n/en/student-import.ts';
import { studentProblemText } from './student-problem.ts';

it('[SAFE-14] describes problems of personal cells without their value', async () => {
  const texts = createInstance();
  await texts.init({
    lng: 'en',
    interpolation: { escapeValue: false },
    resources: { en: { translation: { studentImport } } },
  });
  const problems = [
    studentProblem('phone', 'phoneInvalid', { said: '99x99' }),
    studentProblem('phone', 'zeroRestored', { value: '0712345678' }),
    studentProblem('cnp', 'digitsLost', { said: '5.04E+12' }),
    studentProblem('cnp', 'dateCell', { said: '2004-01-01' }),
    studentProblem('cnp', 'errorCell', { said: '#N/A' }),
    studentProblem('cnp', 'booleanCell', { said: 'TRUE' }),
    studentProblem('cnp', 'numberFormat', { said: '5040101' }),
    studentProblem('externalId', 'codeOfAnother', { name: 'Ionescu Dan' }),
  ];
  for (const problem of problems) {
    const [said = ''] = Object.values(problem.params).map(String);
    expect(studentProblemText(texts.t, problem)).toContain(said);
    const text = studentProblemText(texts.t, withoutPersonalData(problem, false));
    expect(text).not.toMatch(/\{\{|“”/);
    expect(text).not.toContain(said);
  }
  expect(
    studentProblemText(texts.t, withoutPersonalData(studentProblem('cnp', 'cnpShort', { digits: 9 }), false)),
  ).toContain('has 9 digits');
});

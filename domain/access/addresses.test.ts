import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, bankAddress } from './addresses.ts';

describe('[NAV-1] addresses of screens', () => {
  it('[NAV-1] fill the path and append the query', () => {
    expect(addressOf('Dashboard')).toBe('/dashboard');
    expect(addressOf('Exam', { groupId: 7 })).toBe('/exam/7');
    expect(addressOf('ExamResult', { examId: 31 })).toBe('/examResult?examId=31');
    expect(addressOf('EditQuestion', { questionId: 5, history: 'open' })).toBe('/5/edit?history=open');
    expect(bankAddress({ pkDiscipline: 3, chapterId: 9 })).toBe('/question/0/50/0/0/3/0?chapterId=9');
  });

  it('[NAV-1] leave out undefined parameters', () => {
    expect(addressOf('DisciplineList', { page: undefined, search: 'inimă și sânge' })).toBe(
      '/disciplineList?search=inim%C4%83+%C8%99i+s%C3%A2nge',
    );
  });

  it('[NAV-1] escape characters that would end the path', () => {
    expect(addressOf('Recording', { fileName: 'a/b?c' })).toBe('/recording/a%2Fb%3Fc');
  });

  it('[NAV-1] round-trip any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (search) => {
        const query = addressOf('DisciplineList', { search }).split('?')[1] ?? '';
        const [, written = ''] = query.split('=');
        expect(decodeURIComponent(written.replaceAll('+', ' '))).toBe(search);
      }),
    );
  });

  it('[NAV-1] do not compile with a wrong name or parameter', () => {
    // @ts-expect-error there is no such screen
    expect(() => addressOf('ExamResults')).toThrow();
    // @ts-expect-error the path needs a sitting
    addressOf('Exam');
    // @ts-expect-error the parameter is called groupId
    addressOf('Exam', { examId: 1 });
    // @ts-expect-error a result is of an exam or of a sitting
    addressOf('ExamResult');
    // @ts-expect-error an id is a number
    addressOf('ExamResult', { examId: '31' });
    // @ts-expect-error the dashboard takes nothing
    addressOf('Dashboard', { examId: 31 });
  });
});

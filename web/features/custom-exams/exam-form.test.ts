import { describe, expect, it } from 'vitest';
import type { CustomExamItem, DisciplineOffer } from '#contract/custom-exams.ts';
import { copyOf, draftOf, type ExamForm, emptyForm, formOf, sumsOf } from './exam-form.ts';
import {
  withDiscipline,
  withDisciplineIn,
  withGroup,
  withLine,
  withLineAt,
  withoutDiscipline,
  withPart,
  withPartAt,
} from './exam-form-changes.ts';
import { differentExams, problemsOf } from './exam-form-problems.ts';

const offer = (pkDiscipline: number, given: Partial<DisciplineOffer> = {}): DisciplineOffer => ({
  pkDiscipline,
  disciplineCode: `D${pkDiscipline}`,
  disciplineName: `Discipline ${pkDiscipline}`,
  universityYear: '2025–2026',
  year: 3,
  semester: 1,
  questions: 10,
  examDuration: 45,
  chapters: [
    {
      chapterId: pkDiscipline,
      chapter: 'K1',
      questions: 10,
      percentSimple: 50,
      available: 20,
      simple: 20,
      multiple: 4,
      either: 20,
    },
  ],
  ...given,
});
const offers = [offer(1), offer(2), offer(3)];
const blank: ExamForm = {
  ...emptyForm,
  examName: 'Winter',
  collegeId: 1,
  sectionId: 2,
  year: 3,
  seriesIds: [4],
};
const names = (form: ExamForm) =>
  form.parts.map(({ groupName, lines }) => [
    ...(groupName === undefined ? [] : [groupName]),
    ...lines.map((line) => line.pkDiscipline),
  ]);

describe('composing an exam', () => {
  it('adding a discipline takes its count and duration from its structure', () => {
    const form = withDiscipline(blank, offer(1));
    expect(form).toMatchObject({ examDuration: 45, parts: [{ lines: [{ questions: 10 }] }] });
    expect(withDiscipline(form, offer(2, { examDuration: 90 })).examDuration).toBe(45);
  });

  it('[CUST-1] reorders parts and the disciplines of a group, and moves disciplines in and out of groups', () => {
    let form = withGroup(withDiscipline(withDiscipline(blank, offer(1)), offer(2)), 'Clinic');
    const group = form.parts[2]?.key ?? 0;
    form = withDiscipline(form, offer(3), group);
    expect(names(form)).toEqual([[1], [2], ['Clinic', 3]]);
    form = withPartAt(form, group, 0);
    expect(names(form)).toEqual([['Clinic', 3], [1], [2]]);
    form = withDisciplineIn(form, 2, group);
    expect(names(form)).toEqual([['Clinic', 3, 2], [1]]);
    form = withLineAt(form, group, 2, 0);
    expect(names(form)).toEqual([['Clinic', 2, 3], [1]]);
    form = withDisciplineIn(form, 3, undefined);
    expect(names(form)).toEqual([['Clinic', 2], [1], [3]]);
    expect(names(withPartAt(form, group, 99))).toEqual([[1], [3], ['Clinic', 2]]);
    expect(names(withoutDiscipline(withoutDiscipline(form, 1), 2))).toEqual([['Clinic'], [3]]);
  });

  it('[CUST-1] totals follow the input; the credits of a group override those of its disciplines', () => {
    let form = withGroup(withDiscipline(blank, offer(1)), 'Clinic');
    const group = form.parts[1]?.key ?? 0;
    form = withLine(withDiscipline(form, offer(2), group), 1, { credits: 2.5 });
    expect(sumsOf(form)).toEqual({ questions: 20, credits: 2.5 });
    expect(sumsOf(withPart(form, group, { credits: 4 })).credits).toBe(6.5);
  });

  it('sends positions, and turns the stored exam back into the same form', () => {
    let form = withDiscipline(blank, offer(1));
    form = withGroup(form, 'Clinic');
    form = withDiscipline(form, offer(2), form.parts[1]?.key);
    const draft = draftOf(form, 7);
    expect(draft).toMatchObject({
      version: 7,
      sumativeDisciplines: [{ pkDiscipline: 1, position: 1, percentSimple: null }],
      integrativeGroups: [{ groupName: 'Clinic', position: 2, disciplines: [{ pkDiscipline: 2 }] }],
    });
    const named = { disciplineCode: 'D', disciplineName: 'N', credits: null };
    const item = {
      ...draft,
      integrativeGroups: [
        {
          ...draft.integrativeGroups[0],
          credits: 0,
          percentSimple: null,
          disciplines: [{ ...named, pkDiscipline: 2, questions: 10 }],
        },
      ],
      sumativeDisciplines: [{ ...named, pkDiscipline: 1, questions: 10, percentSimple: null, position: 1 }],
    } as unknown as CustomExamItem;
    expect(names(formOf(item))).toEqual([[1], ['Clinic', 2]]);
  });
});

describe('validation while typing', () => {
  const filled = withDiscipline(blank, offer(1));
  const codes = (form: ExamForm) => problemsOf(form, offers).map(({ path, error }) => `${path} ${error}`);
  it('[DISC-8] reports more questions than the bank has, at the field', () => {
    expect(codes(filled)).toEqual(['questions.1 customExam.multipleShort']);
    const simple = withPart(filled, 1, { percentSimple: 80 });
    expect(codes(simple)).toEqual([]);
    expect(codes(withLine(simple, 1, { questions: 21 }))).toEqual(['questions.1 customExam.aboveBank']);
  });

  it('reports empty fields, an empty exam and an empty group', () => {
    expect(codes(emptyForm)).toEqual([
      'examName validation.required',
      'collegeId validation.required',
      'sectionId validation.required',
      'year validation.required',
      'seriesIds validation.selectOne',
      'examDuration validation.nonZero',
      'parts customExam.empty',
    ]);
    expect(codes(withGroup({ ...blank, examDuration: 30 }, ' '))).toEqual([
      'group.1 validation.required',
      'group.1 validation.selectOne',
    ]);
  });
});

it('a copy takes the discipline with the same code from the latest university year', () => {
  const form = withDiscipline(blank, offer(1));
  const next = offer(9, { disciplineCode: 'D1', universityYear: '2026–2027' });
  const found = { mayEditPercent: true, disciplines: [...offers, next] };
  expect(names(copyOf(form, 'Winter 2027', found))).toEqual([[9]]);
  expect(names(copyOf(form, 'Winter 2027', { ...found, disciplines: [] }))).toEqual([[1]]);
});

it('[DISC-4] a copy drops percents where they may not be set', () => {
  const form = withPart(withDiscipline(blank, offer(1)), 1, { percentSimple: 80 });
  const percentIn = (mayEditPercent: boolean) =>
    copyOf(form, 'Copy', { mayEditPercent, disciplines: offers }).parts[0]?.percentSimple;
  expect([percentIn(true), percentIn(false)]).toEqual([80, '']);
});

it('[CUST-1] the credits of a group stay a sum when the exam is read, saved again or copied', () => {
  const discipline = {
    disciplineCode: 'D2',
    disciplineName: 'N',
    pkDiscipline: 2,
    questions: 10,
    credits: 3,
  };
  const group = {
    ...{ groupName: 'Clinic', questions: 10, credits: 3, position: 1, disciplines: [discipline] },
    ...{ percentSimple: null, percentComplex: null },
  };
  const item = (ownCredits: number | null) =>
    ({
      ...draftOf(blank),
      integrativeGroups: [{ ...group, credits: ownCredits ?? 3, ownCredits }],
      sumativeDisciplines: [],
    }) as unknown as CustomExamItem;
  const sent = (form: ExamForm) => draftOf(form).integrativeGroups[0]?.credits;
  const copied = (form: ExamForm) => copyOf(form, 'Copy', { mayEditPercent: true, disciplines: offers });
  expect([sent(formOf(item(null))), sent(copied(formOf(item(null))))]).toEqual([null, null]);
  expect([sent(formOf(item(5))), sent(copied(formOf(item(5))))]).toEqual([5, 5]);
  expect(sumsOf(withLine(formOf(item(null)), 2, { credits: 4 })).credits).toBe(4);
});

it('[DISC-6] counts the different exams as long as every line can be served', () => {
  const form = withPart(withDiscipline(blank, offer(1)), 1, { percentSimple: 100 });
  // 10 of 20 questions.
  expect(differentExams(form, offers)).toBe(184756n);
  expect(differentExams(withLine(form, 1, { questions: 1 }), offers)).toBe(20n);
  const two = withPart(withDiscipline(withLine(form, 1, { questions: 1 }), offer(2)), 2, {
    percentSimple: 100,
  });
  expect(differentExams(withLine(two, 2, { questions: 1 }), offers)).toBe(400n);
  expect(differentExams(withLine(form, 1, { questions: '' }), offers)).toBeUndefined();
  expect(differentExams(withLine(form, 1, { questions: 21 }), offers)).toBeUndefined();
  expect([differentExams(blank, offers), differentExams(form, undefined)]).toEqual([undefined, undefined]);
});

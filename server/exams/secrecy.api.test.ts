import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aDiscipline, aStudent, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aChapter, aStructure } from '#server/testing/bank.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { type Caller, testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();

/** Every response a student can get of a running exam, byte for byte, with clock and writer masked. */
async function collectResponses(caller: Caller, exam: RunningExam): Promise<string[]> {
  await exam.endIn(50_000);
  const seen: string[] = [];
  const note = async (answer: ReturnType<Caller['get']>) => {
    const { statusCode, headers, body } = await answer;
    const compared = Object.entries(headers).filter(([name]) => name !== 'date');
    seen.push(
      `${statusCode} ${JSON.stringify(compared)} ${body}`
        .replaceAll(/"(remainingSeconds|seqFloor)":\d+/g, '"$1":0')
        .replaceAll(/"(writer|now)":"[^"]+"/g, '"$1":""'),
    );
    return body;
  };
  const { groupId } = exam.exam;
  await note(caller.get('checkExam/'));
  await note(caller.get('getExamUserDetail/'));
  await note(caller.post('prepareExam/'));
  await note(caller.get(`getExamById/?groupId=${groupId}`));
  const { writer } = JSON.parse(await note(caller.get(`fullExam?groupId=${groupId}`)));
  for (let index = 1; index <= exam.exam.questionDisplayCount; index += 1) {
    // The same sequence every time, so nothing new is stored after the first round.
    const body = exam.body(index, [index % 5], { writer, seq: index });
    await note(caller.put(`examNext/?questionIndex=${index}`, { examId: exam.exam.id, prevQuestId: 0 }));
    for (const call of ['examSave/', 'examNext/', 'examBack/', `examQuestion/?questionIndex=${index}`])
      await note(caller.put(call, body));
  }
  await note(caller.put(`examScore/?examId=${exam.exam.id}`));
  await note(caller.get(`previewExam/?examId=${exam.exam.id}`));
  await note(caller.get('examsPreview'));
  return seen;
}

/** Flips the key of some answers directly in the database. */
async function flipKeys(): Promise<void> {
  const { sql } = server.database;
  await sql`alter table question_keys disable trigger version_is_final`;
  await sql`update question_keys set correct = 1 + floor(random() * 1022)::int where correct is distinct from 0`;
  await sql`alter table question_keys enable trigger version_is_final`;
}

describe('what a student receives before results', () => {
  it('[SAFE-7] [EXAM-14] no byte changes when every key changes', async () => {
    const custom = await aCustomExam(server, { parts: 2, questions: 5 });
    const exam = await aRunningExam(server, custom);
    await collectResponses(exam.student, exam);
    const before = await collectResponses(exam.student, exam);
    const keys = () => server.database.sql`select correct from question_keys order by question_version_id`;
    const known = await keys();
    await flipKeys();
    expect(await keys()).not.toEqual(known);
    // A new process without a cache of the old keys.
    const fresh = await testServer({ database: server });
    expect(await collectResponses(fresh.caller(exam.student.token), exam)).toEqual(before);
    await fresh.close();
  });

  it('[SAFE-7] [EXAM-14] no field is named like the key', async () => {
    const custom = await aCustomExam(server, { questions: 5 });
    const exam = await aRunningExam(server, custom);
    const seen = (await collectResponses(exam.student, exam)).join('\n');
    expect(seen).not.toMatch(/correct|wrong|reference|"key"/i);
  });
});

/** A served answer: its visible properties, and whether it is correct. */
type Served = { readonly signs: Readonly<Record<string, number>>; readonly correct: boolean };
type ServedQuestion = {
  readonly signs: Readonly<Record<string, number>>;
  readonly answers: readonly Served[];
};

const mean = (values: readonly number[]) => values.reduce((all, one) => all + one, 0) / values.length;
const squares = (values: readonly number[]) => {
  const middle = mean(values);
  return values.reduce((all, one) => all + (one - middle) ** 2, 0);
};

/**
 * By how many standard deviations the correct answers differ in a visible property, if within each question
 * every choice of as many answers is equally likely (drawing without replacement, with exact mean and
 * variance).
 */
function deviation(questions: readonly ServedQuestion[], sign: (answer: Served) => number): number {
  let off = 0;
  let variance = 0;
  for (const { answers } of questions) {
    const values = answers.map(sign);
    const count = answers.filter(({ correct }) => correct).length;
    off +=
      answers.reduce((all, answer) => all + (answer.correct ? sign(answer) : 0), 0) - count * mean(values);
    variance +=
      (count * (answers.length - count) * squares(values)) / (answers.length * (answers.length - 1));
  }
  return variance === 0 ? 0 : Math.abs(off) / Math.sqrt(variance);
}

/** The same for a property of the question and its number of correct answers. */
function correlation(questions: readonly ServedQuestion[], sign: string): number {
  const pairs = questions.map(({ signs, answers }) => [
    signs[sign] ?? 0,
    answers.filter(({ correct }) => correct).length,
  ]);
  const [x, y] = [pairs.map(([one]) => one as number), pairs.map(([, one]) => one as number)];
  const [middleX, middleY] = [mean(x), mean(y)];
  const product = x.reduce((all, one, at) => all + (one - middleX) * ((y[at] as number) - middleY), 0);
  const spread = Math.sqrt(squares(x) * squares(y));
  return spread === 0 ? 0 : (Math.abs(product) / spread) * Math.sqrt(pairs.length);
}

/** The rank of each value, so that only the order counts. */
const ranks = (values: readonly (string | number)[]) =>
  values.map((value) => values.filter((other) => other < value).length);

/**
 * The largest deviation of any visible property: each property as a rank, and each of its first five values
 * separately (a value that is always in the middle has no rank correlation).
 */
function largestDeviation(questions: readonly ServedQuestion[]): { sign: string; deviation: number } {
  const names = Object.keys(questions[0]?.answers[0]?.signs ?? {});
  const ofAnswers = names.flatMap((name) => [
    { sign: name, deviation: deviation(questions, ({ signs }) => signs[name] ?? 0) },
    ...[0, 1, 2, 3, 4].map((value) => ({
      sign: `${name} = ${value}`,
      deviation: deviation(questions, ({ signs }) => (signs[name] === value ? 1 : 0)),
    })),
  ]);
  const multiple = questions.filter(({ signs }) => signs.multiple === 1);
  const ofQuestions = Object.keys(questions[0]?.signs ?? {}).map((name) => ({
    sign: `question ${name}`,
    deviation: correlation(multiple, name),
  }));
  return [...ofAnswers, ...ofQuestions].reduce((most, one) => (one.deviation > most.deviation ? one : most));
}

/**
 * About fifty properties are compared; by chance, any of them exceeds this less than once in a hundred
 * thousand runs (α = 10⁻⁵: two-sided, 10⁻⁵ / 50 each).
 */
const tolerated = 5.2;

/**
 * A bank as teachers enter it: correct answers first, images here and there, chosen by a fixed seed. Each
 * question is examined once; otherwise its random properties would count as often as it is served, and the
 * bound would not hold.
 */
async function aBankInOrder(questions: number) {
  const { id, studyPlace } = await aDiscipline(server);
  const chapterId = await aChapter(server, id);
  const random = seededRandom('a bank in order');
  const word = () => 'x'.repeat(3 + random.below(60));
  const images = Array.from({ length: 40 }, () => randomUUID());
  for (const image of images)
    await server.database.sql`insert into files (id, kind, media_type, content, width, height)
      values (${image}, 'answer', 'image/png', '\\x00', 1, 1)`;
  const anImage = () => (random.below(10) < 3 ? (images[random.below(images.length)] ?? null) : null);
  await server.database.transaction(systemAuthor, (tx) =>
    insertQuestions(
      tx,
      Array.from({ length: questions }, (_, n) => ({
        chapterId,
        examOnly: false,
        addedBy: null,
        content: {
          text: `${n} ${word()}`,
          image: anImage(),
          points: 10,
          answers: Array.from({ length: 10 }, (_answer, at) => ({
            text: word(),
            image: anImage(),
            isCorrect: at < 5,
            referenceTitle: null,
            referencePage: null,
          })),
        },
      })),
    ),
  );
  await aStructure(server, id, [{ id: chapterId, questions: 200, percentSimple: 40 }]);
  return { disciplineId: id, studyPlace };
}

type Key = {
  readonly position: number;
  readonly questionId: number;
  readonly answerOrder: number[];
  readonly key: number;
};

/** The questions of one simulation, each with the question of the bank that it was made from. */
async function servedBy(
  student: SignedInPerson,
  disciplineId: number,
): Promise<(ServedQuestion & { readonly questionId: number })[]> {
  const begun: PreparedExam = (
    await student.post('prepareSimulation/', { pkDiscipline: disciplineId })
  ).json();
  const whole: LoadedExam = (await student.get(`fullExam?groupId=${begun.groupId}`)).json();
  await student.put(`examFinish/?examId=${begun.id}`);
  const keys = await server.database.sql<Key[]>`
    select q.position, v.question_id as "questionId", q.slots as "answerOrder", k.correct as key from exam_questions q
      join question_versions v on v.id = q.question_version_id
      join question_keys k on k.question_version_id = v.id where q.exam_id = ${begun.id}`;
  const [exam] = whole.fullGroupExams;
  return (exam?.questionExams ?? []).map(({ index, id, question, answerType, answerExams }) => {
    const {
      answerOrder = [],
      key = 0,
      questionId = 0,
    } = keys.find(({ position }) => position === index) ?? {};
    const byId = ranks(answerExams.map((answer) => answer.id));
    const byLength = ranks(answerExams.map(({ answer }) => answer.description.length));
    const byText = ranks(answerExams.map(({ answer }) => answer.description));
    const byImage = ranks(answerExams.map(({ answer }) => answer.answerAttachment ?? ''));
    return {
      questionId,
      signs: {
        multiple: answerType === 'multiple' ? 1 : 0,
        index,
        id: id % 7,
        length: question.text.length,
        image: question.attachmentName === null ? 0 : 1,
      },
      answers: answerExams.map((answer, shownAt) => ({
        correct: ((key >> (answerOrder[shownAt] ?? 31)) & 1) === 1,
        signs: {
          place: shownAt,
          id: byId[shownAt] ?? 0,
          idMod3: answer.id % 3,
          idMod5: answer.id % 5,
          length: byLength[shownAt] ?? 0,
          text: byText[shownAt] ?? 0,
          image: byImage[shownAt] ?? 0,
          hasImage: answer.answer.answerAttachment === null ? 0 : 1,
        },
      })),
    };
  });
}

describe('two thousand served questions', () => {
  it('[SAFE-7] no field predicts the key better than chance, and a slight bias is detected', {
    timeout: 120_000,
  }, async () => {
    await aSession(server, { simulation: true });
    const { disciplineId, studyPlace } = await aBankInOrder(4000);
    const student = await signedIn(server, await aStudent(server, { studyPlace }));
    const different = new Map<number, ServedQuestion>();
    while (different.size < 2000)
      for (const question of await servedBy(student, disciplineId))
        if (!different.has(question.questionId)) different.set(question.questionId, question);
    const served = [...different.values()];
    const found = largestDeviation(served);
    expect(`${found.sign} ${found.deviation < tolerated}`).toBe(`${found.sign} true`);

    // One question in six shows its correct answers first, as in the bank.
    const biased = served.map((question, at) => {
      if (at % 6 !== 0) return question;
      const inOrder = question.answers.toSorted((one, other) => Number(other.correct) - Number(one.correct));
      const answers = question.answers.map(({ signs }, shown) => ({
        signs,
        correct: inOrder[shown]?.correct ?? false,
      }));
      return { ...question, answers };
    });
    expect(largestDeviation(biased).deviation).toBeGreaterThan(tolerated);
  });
});

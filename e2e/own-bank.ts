import { inject } from 'vitest';

type StudyPlace = {
  readonly collegeId: number;
  readonly sectionId: number;
  readonly series: readonly number[];
};
type Row = StudyPlace & { readonly id: number; readonly universityYearId: number; readonly year: number };

/** A discipline for one test, isolated from parallel tests. */
export type OwnDiscipline = {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly chapters: readonly number[];
};

let created = 0;

/** Calls the API as a user of the demo, to prepare what a test needs. */
export async function signIn(
  email = 'admin@exam.test',
): Promise<(method: string, path: string, body?: unknown) => Promise<unknown>> {
  const base = `${inject('serverUrl')}/api/umfst/`;
  const send = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : await response.json();
  };
  const credentials = { email, password: 'exam-demo-2026' };
  const { accessToken } = (await send('POST', 'login', credentials)) as { accessToken: string };
  return (method, path, body) => send(method, path, body, accessToken);
}

const answers = Array.from({ length: 10 }, (_, index) => ({
  text: `varianta ${index + 1}`,
  isCorrect: index < 5,
}));

/**
 * Creates a discipline next to one of the demo, with the demo's teacher as holder and the demo's collaborator.
 * Its chapters are K1, K2 …, each with the given number of questions.
 */
export async function ownDiscipline(
  like: string,
  questionsPerChapter: readonly number[],
): Promise<OwnDiscipline> {
  const call = await signIn();
  const [studyPlace] = (await call('GET', `disciplines?search=${like}`)) as Row[];
  const idOf = async (email: string) => ((await call('GET', `teachers?search=${email}`)) as Row[])[0]?.id;
  if (!studyPlace) throw new Error(`the demo has no ${like}`);
  created += 1;
  const code = `PROBA-${process.pid}-${created}`;
  const description = `Disciplină de probă ${process.pid}-${created}`;
  const { id } = (await call('POST', 'disciplines', {
    description,
    code,
    universityYearId: studyPlace.universityYearId,
    collegeId: studyPlace.collegeId,
    sectionId: studyPlace.sectionId,
    series: studyPlace.series,
    year: studyPlace.year,
    semester: 1,
    holders: [await idOf('teacher@exam.test')],
    collaborators: [await idOf('collaborator@exam.test')],
  })) as Row;
  const chapters: number[] = [];
  for (const [index, count] of questionsPerChapter.entries()) {
    const chapter = (await call('POST', 'chapters', {
      disciplineId: id,
      code: `K${index + 1}`,
      description: `Capitolul ${index + 1}`,
      examOnly: false,
    })) as Row;
    chapters.push(chapter.id);
    for (let n = 1; n <= count; n += 1)
      await call('POST', 'questions', { chapterId: chapter.id, text: `Întrebarea ${index}.${n}`, answers });
  }
  return { id, code, description, chapters };
}

/** Saves a structure with the given number of questions from each chapter. */
export async function saveStructure(own: OwnDiscipline, counts: readonly number[]): Promise<void> {
  const call = await signIn();
  await call('PUT', `disciplines/${own.id}/structure`, {
    questions: counts.reduce((sum, count) => sum + count, 0),
    examDuration: 30,
    automaticDistribution: false,
    chapters: own.chapters.map((id, index) => ({
      id,
      questions: counts[index] ?? 0,
      percentSimple: 50,
      percentComplex: 50,
    })),
  });
}

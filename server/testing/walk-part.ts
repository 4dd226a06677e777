import { aDiscipline, aSeries, type Person, type StudyPlace } from './accounts.ts';
import { aChapter, answersOf, aQuestion, aQuestionDraft, aStructure } from './bank.ts';
import { slope } from './png.ts';
import type { Caller, TestServer } from './server.ts';
import { upload } from './upload.ts';

/** One of the two colleges, with a discipline that has a bank and a structure. */
export type Part = {
  readonly studyPlace: StudyPlace;
  readonly disciplineId: number;
  readonly chapterId: number;
  readonly images: Readonly<Record<'quest' | 'ans', string>>;
};

async function imagesIn(server: TestServer, admin: Caller, chapterId: number): Promise<Part['images']> {
  const named = async (path: string) =>
    (await upload(admin, path, slope(4, 4))).json<{ name: string }>().name;
  const images = { quest: await named('questionImages'), ans: await named('answerImages') };
  // Every answer has the image, so any drawn answer shows it.
  const answers = answersOf(5, 5).map((answer) => ({ ...answer, image: images.ans }));
  const made = await admin.post(
    'questions',
    aQuestionDraft(chapterId, { image: images.quest, answers } as never),
  );
  if (made.statusCode !== 201) throw new Error(`the question with images was not made: ${made.body}`);
  await aQuestion(server, chapterId);
  return images;
}

export async function aPart(
  server: TestServer,
  admin: Caller,
  teachers: Record<'holders' | 'collaborators', Person[]>,
): Promise<Part> {
  const studyPlace = await aSeries(server);
  const { id: disciplineId } = await aDiscipline(server, { studyPlace, ...teachers });
  const chapterId = await aChapter(server, disciplineId);
  const images = await imagesIn(server, admin, chapterId);
  await aStructure(server, disciplineId, [{ id: chapterId, questions: 1 }]);
  return { studyPlace, disciplineId, chapterId, images };
}

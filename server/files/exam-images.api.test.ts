import { describe, expect, it } from 'vitest';
import { insertQuestions } from '#server/bank/writing.ts';
import { systemAuthor } from '#server/db/database.ts';
import { preparePaper } from '#server/exams/official-papers.ts';
import { aSecretary, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { answersOf } from '#server/testing/bank.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { slope } from '#server/testing/png.ts';
import { useTestServer } from '#server/testing/server.ts';
import { upload } from '#server/testing/upload.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const uploaded = async (path: string) =>
  (await upload(admin, path, slope(8, 8))).json<{ name: string }>().name;

/** A custom exam of one question with an image, whose ten answers have an image each. */
async function anExamWithImages() {
  const exam = await aCustomExam(server, { questions: 1, bank: 0 });
  const [chapter] = await server.database.sql<{ id: number }[]>`
    select id from chapters where discipline_id = ${exam.disciplineIds[0] ?? 0}`;
  const image = await uploaded('questionImages');
  const answerImages: string[] = [];
  for (let n = 0; n < 10; n += 1) answerImages.push(await uploaded('answerImages'));
  const answers = answersOf(5, 5).map((answer, n) => ({
    ...answer,
    image: answerImages[n] ?? null,
    referenceTitle: null,
    referencePage: null,
  }));
  await server.database.transaction(systemAuthor, (tx) =>
    insertQuestions(tx, [
      {
        chapterId: chapter?.id ?? 0,
        examOnly: false,
        addedBy: null,
        content: { text: 'Ce arată figura?', image, points: 10, answers },
      },
    ]),
  );
  return { exam, image, answerImages };
}

const sees = async (person: SignedInPerson, folder: 'quest' | 'ans', name: string) =>
  (await person.get(`img/${folder}/${name}`)).statusCode === 200;

describe('[QUES-5] the images of an exam', () => {
  it('[QUES-5] [EXAM-14] [SAFE-19] are visible once it begins, answer images only for the drawn answers, and stay in no browser', async () => {
    const { exam, image, answerImages } = await anExamWithImages();
    const [student, neighbour] = [await aCandidate(server, exam), await aCandidate(server, exam)];
    await preparePaper(server.services, student.appointment.id);
    const seenAnswers = async () => {
      const seen: string[] = [];
      for (const name of answerImages) if (await sees(student, 'ans', name)) seen.push(name);
      return seen;
    };
    expect(await sees(student, 'quest', image)).toBe(false);
    expect(await seenAnswers()).toEqual([]);

    const begun = (await student.post('prepareExam/')).json();
    expect(await sees(student, 'quest', image)).toBe(true);
    const question = (await student.put('examNext/', { examId: begun.id, prevQuestId: 0 })).json();
    const shown = question.answerExams.map(
      ({ answer }: { answer: { answerAttachment: string } }) => answer.answerAttachment,
    );
    expect(question.question.attachmentName).toBe(image);
    expect(shown).toHaveLength(5);
    expect((await seenAnswers()).sort()).toEqual(shown.sort());
    const links = (await student.get(`imageLinks?names=${[image, ...answerImages].join(',')}`)).json().links;
    expect(Object.keys(links).sort()).toEqual([image, ...shown].sort());

    await student.put(`examFinish/?examId=${begun.id}`);
    expect(await sees(student, 'quest', image)).toBe(true);
    const ofResult = (await student.get(`imageLinks?names=${image}`)).json().links[image];
    for (const url of [links[image], ofResult]) {
      const { statusCode, headers } = await server.app.inject({ url });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    }

    // Another student with the same question in their paper, who has not begun.
    await preparePaper(server.services, neighbour.appointment.id);
    expect(await sees(neighbour, 'quest', image)).toBe(false);
    for (const name of answerImages) expect(await sees(neighbour, 'ans', name)).toBe(false);
  });

  it('[RESU-7] are visible to secretaries of the student once it has ended, only the drawn answers, and to no others', async () => {
    const { exam, image, answerImages } = await anExamWithImages();
    const student = await aCandidate(server, exam);
    const begun = (await student.post('prepareExam/')).json();
    const { collegeId } = exam.studyPlace;
    const secretary = await signedIn(server, await aSecretary(server, { collegeId }));
    const stranger = await signedInAs(server, 'secretary');
    const names = [image, ...answerImages];
    const linked = async (person: SignedInPerson) =>
      Object.keys((await person.get(`imageLinks?names=${names.join(',')}`)).json().links).sort();
    expect([await linked(secretary), await sees(secretary, 'quest', image)]).toEqual([[], false]);

    await student.put(`examFinish/?examId=${begun.id}`);
    const [question] = (await secretary.get(`previewExam/?examId=${begun.id}`)).json().questionExams;
    const drawn = question.answerExams.map(
      ({ answer }: { answer: { answerAttachment: string } }) => answer.answerAttachment,
    );
    expect(drawn).toHaveLength(5);
    expect(await linked(secretary)).toEqual([image, ...drawn].sort());
    expect(await sees(secretary, 'quest', image)).toBe(true);
    expect([await linked(stranger), await sees(stranger, 'quest', image)]).toEqual([[], false]);
  });

  it('[QUES-5] are hidden from other students, even in the same room at the same time', async () => {
    const { exam, image, answerImages } = await anExamWithImages();
    const other = await anExamWithImages();
    const [student, stranger] = [await aCandidate(server, exam), await aCandidate(server, other.exam)];
    await student.post('prepareExam/');
    await stranger.post('prepareExam/');
    expect([await sees(student, 'quest', image), await sees(stranger, 'quest', image)]).toEqual([
      true,
      false,
    ]);
    expect(await sees(stranger, 'quest', other.image)).toBe(true);
    for (const name of answerImages) expect(await sees(stranger, 'ans', name)).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExamQuestion } from '#contract/exam-taking.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();

describe('a whole exam', () => {
  it('[EXAM-1] [EXAM-5] [EXAM-7] is begun, answered question by question, finished and scored', async () => {
    const exam = await aCustomExam(server, { questions: 4 });
    const student = await aCandidate(server, exam);
    const begun = (await student.post(`prepareExam/?examId=${student.appointment.examId}`)).json();
    expect(begun).toMatchObject({
      id: student.appointment.examId,
      status: 'Started',
      questionDisplayCount: 4,
    });
    let response = await student.put('examNext/', { examId: begun.id, prevQuestId: 0 });
    const seen: number[] = [];
    for (let seq = 1; response.statusCode === 200; seq += 1) {
      const question: ExamQuestion = response.json();
      seen.push(question.index);
      response = await student.put('examNext/', {
        examId: begun.id,
        prevQuestId: question.id,
        currentAnswerChekedIds: [question.answerExams[0]?.id],
        writer: begun.writer,
        seq,
        saveId: randomUUID(),
        clientTime: 'sometime',
      });
    }
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(seen).toEqual([1, 2, 3, 4]);
    const finished = await student.put(`examFinish/?examId=${begun.id}`);
    expect(finished.json()).toMatchObject({ id: begun.id, status: 'Finished' });
    const score = await student.put(`examScore/?examId=${begun.id}`);
    expect(score.json()).toMatchObject({ exam: { maxPoints: 40, answered: 4 } });
  });
});

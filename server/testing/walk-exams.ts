import type { PreparedExam } from '#contract/exam-taking.ts';
import { examAnswerId, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { type Student, signedIn } from './accounts.ts';
import { aCustomExamOf, anAppointment, aSession, aTaughtDiscipline } from './exams.ts';
import type { TestServer } from './server.ts';
import { upload } from './upload.ts';
import { absentId, type Ownership, type Send, type WalkCalls } from './walk-ownership.ts';

type DisciplineDemand = { readonly disciplineId: number; readonly questions: number };

/** The exams of a side: one student finished yesterday, the other is taking one now. */
type PreparedExams = { readonly running: PreparedExam; readonly finished: PreparedExam };

async function sitExams(
  server: TestServer,
  { student, sitter }: Pick<SideOf, 'student' | 'sitter'>,
  disciplines: readonly DisciplineDemand[],
): Promise<PreparedExams> {
  const customExamId = await aCustomExamOf(server, student.studyPlace, disciplines);
  const sit = async (who: Student) => {
    const caller = await signedIn(server, who);
    const appointment = await anAppointment(server, { student: who, customExamId });
    const response = await caller.post(`prepareExam/?examId=${appointment.examId}`);
    return { appointment, exam: response.json<PreparedExam>(), caller };
  };
  const { appointment, exam: finished, caller } = await sit(student);
  await upload(caller, 'uploadExamRecording', Buffer.from('[]'), { fileName: `${finished.groupId}.json` });
  for (const id of finished.groupExams) await caller.put(`examFinish/?examId=${id}`);
  await server.database.sql`
    update appointments set exam_date = exam_date - 1, starts_at = starts_at - interval '1 day',
           ends_at = ends_at - interval '1 day' where id = ${appointment.id}`;
  const { exam: running } = await sit(sitter);
  return { running, finished };
}

type SideOf = {
  readonly student: Student;
  /** Another student of the same series, who takes an exam during the rights tests. */
  readonly sitter: Student;
  readonly disciplineId: number;
  readonly questions: number;
};

/** The calls of a student during an exam. */
export const callsOfSitters: readonly string[] = [
  'GET checkExam',
  'POST prepareExam',
  'POST prepareSimulation',
  'GET simulationChoices',
  'GET getExamById',
  'GET examGroups/:id',
  'GET fullExam',
  'PUT examNext',
  'PUT examBack',
  'PUT examQuestion',
  'PUT examSave',
  'PUT examFinish',
  'PUT examReviewMarks',
  'POST uploadExamRecording',
];

/** Students who take exams in different colleges, and the calls about each other's exams. */
export async function walkExams(
  server: TestServer,
  sides: Readonly<Record<'own' | 'foreign', SideOf>>,
): Promise<WalkCalls> {
  await aSession(server, { simulation: true });
  const satAt = async ({ student, sitter, disciplineId, questions }: SideOf) => {
    const { id: second } = await aTaughtDiscipline(server, { studyPlace: student.studyPlace, questions: 2 });
    const disciplines = [
      { disciplineId, questions },
      { disciplineId: second, questions: 2 },
    ];
    return sitExams(server, { student, sitter }, disciplines);
  };
  const sat = { own: await satAt(sides.own), foreign: await satAt(sides.foreign) };
  const examId = (whose: Ownership, state: keyof PreparedExams, index = 0) =>
    whose === 'absent' ? absentId : (sat[whose][state].groupExams[index] ?? 0);
  const groupId = (whose: Ownership) => (whose === 'absent' ? absentId : sat[whose].running.groupId);
  const satGroup = (whose: Ownership) => (whose === 'absent' ? absentId : sat[whose].finished.groupId);
  const reason = 'pană de curent';
  const disciplineId = (whose: Ownership) => (whose === 'absent' ? absentId : sides[whose].disciplineId);

  const save =
    (path: string, index = '') =>
    (whose: Ownership): Send => {
      const id = examId(whose, 'running');
      const prevQuestId = examQuestionId({ examId: id, position: 1 });
      const currentAnswerChekedIds = [examAnswerId(prevQuestId, 2)];
      return async (caller) => {
        // Each call uses a new sign-in, which must become the writer first.
        await caller.get(`getExamById/?groupId=${groupId(whose)}`);
        return caller.put(`${path}/${index}`, { examId: id, prevQuestId, currentAnswerChekedIds });
      };
    };

  return {
    'POST prepareExam': (whose) => (caller) => caller.post(`prepareExam/?examId=${examId(whose, 'running')}`),
    'POST prepareExamForTeach': (whose) => (caller) =>
      caller.post('prepareExamForTeach/', { PKDiscipline: disciplineId(whose) }),
    'POST prepareSimulation': (whose) => (caller) =>
      caller.post('prepareSimulation/', { pkDiscipline: disciplineId(whose) }),
    'GET getExamById': (whose) => (caller) => caller.get(`getExamById/?groupId=${groupId(whose)}`),
    'GET examGroups/:id': (whose) => (caller) => caller.get(`examGroups/${groupId(whose)}`),
    'GET fullExam': (whose) => (caller) => caller.get(`fullExam?groupId=${groupId(whose)}`),
    'PUT examNext': save('examNext'),
    'PUT examBack': save('examBack'),
    'PUT examQuestion': save('examQuestion', '?questionIndex=2'),
    'PUT examSave': save('examSave'),
    // Use the second exam of the sitting, so the first keeps running for the other calls.
    'PUT examFinish': (whose) => async (caller) => {
      await caller.get(`getExamById/?groupId=${groupId(whose)}`);
      return caller.put(`examFinish/?examId=${examId(whose, 'running', 1)}`);
    },
    'PUT examReviewMarks': (whose) => async (caller) => {
      await caller.get(`getExamById/?groupId=${groupId(whose)}`);
      return caller.put(`examReviewMarks/?examId=${examId(whose, 'running')}`, { indexes: [1], seq: 1 });
    },
    'PUT examScore': (whose) => (caller) => caller.put(`examScore/?examId=${examId(whose, 'finished')}`),
    'POST uploadExamRecording': (whose) => (caller) =>
      upload(caller, 'uploadExamRecording', Buffer.from('[]'), { fileName: `${groupId(whose)}.json` }),
    'GET recordings/:fileName': (whose) => (caller) => caller.get(`recordings/${satGroup(whose)}.json`),
    'GET recordings/:fileName/outline': (whose) => (caller) =>
      caller.get(`recordings/${satGroup(whose)}.json/outline`),
    'GET previewExam': (whose) => (caller) => caller.get(`previewExam/?examId=${examId(whose, 'finished')}`),
    'GET sittings/:id': (whose) => (caller) => caller.get(`sittings/${satGroup(whose)}`),
    'POST sittings/:id/annul': (whose) => async (caller) => {
      const response = await caller.post(`sittings/${satGroup(whose)}/annul`, { reason });
      if (response.statusCode === 204) await caller.delete(`sittings/${satGroup(whose)}/annul`);
      return response;
    },
    'DELETE sittings/:id/annul': (whose) => (caller) => caller.delete(`sittings/${satGroup(whose)}/annul`),
    'POST sittings/:id/freeComputer': (whose) => (caller) =>
      caller.post(`sittings/${satGroup(whose)}/freeComputer`, { reason }),
    'POST sittings/:id/creditTime': (whose) => (caller) =>
      caller.post(`sittings/${satGroup(whose)}/creditTime`, { reason, minutes: 5 }),
    'GET paperEntries/:id': (whose) => (caller) => caller.get(`paperEntries/${satGroup(whose)}`),
    'PUT paperEntries/:id': (whose) => (caller) =>
      caller.put(`paperEntries/${satGroup(whose)}`, {
        exams: [{ examId: examId(whose, 'finished'), ticks: [] }],
      }),
    'POST paperEntries/:id/discard': (whose) => (caller) =>
      caller.post(`paperEntries/${satGroup(whose)}/discard`, { reason }),
    'POST exams/:id/end': (whose) => (caller) =>
      caller.post(`exams/${examId(whose, 'finished')}/end`, { reason }),
    'POST exams/:id/reopen': (whose) => (caller) =>
      caller.post(`exams/${examId(whose, 'running')}/reopen`, { reason, minutes: 5 }),
    'GET exams/:id/events': (whose) => (caller) => caller.get(`exams/${examId(whose, 'running')}/events`),
  };
}

import { beforeEach, expect } from 'vitest';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import {
  aSecretary,
  aSeries,
  aStudent,
  type SignedInPerson,
  type StudyPlace,
  signedIn,
  signedInAs,
} from './accounts.ts';
import { anAppointment, aTaughtDiscipline } from './exams.ts';
import type { Caller, TestServer } from './server.ts';
import { useStarted } from './use-started.ts';

type Office = {
  readonly studyPlace: StudyPlace;
  readonly secretary: SignedInPerson;
  /** Three disciplines of the section, each with ten questions and a structure of six. */
  readonly disciplineIds: readonly [number, number, number];
};

export const disciplineOf = (pkDiscipline: number, questions = 6, credits = 2) => ({
  pkDiscipline,
  questions,
  credits,
});
export const put = (caller: Caller, item: Pick<CustomExamItem, 'id'>, changed: object, query = '') =>
  caller.put(`examCustom/${item.id}${query}`, { ...item, ...changed });

/** The office of a new series for each test, which composes custom exams. */
export function useComposing(server: TestServer) {
  const admin = useStarted(
    () => signedInAs(server, 'admin'),
    () => undefined,
  );
  const office = {} as { -readonly [name in keyof Office]: Office[name] };
  beforeEach(async () => {
    office.studyPlace = await aSeries(server);
    const make = async () => (await aTaughtDiscipline(server, { studyPlace: office.studyPlace })).id;
    office.disciplineIds = [await make(), await make(), await make()];
    office.secretary = await signedIn(
      server,
      await aSecretary(server, {
        name: 'Maria Rus',
        collegeId: office.studyPlace.collegeId,
        sectionId: office.studyPlace.sectionId,
        year: office.studyPlace.year,
      }),
    );
  });

  const bodyOf = (changed: object = {}) => ({
    examName: 'Examen de semestru',
    collegeId: office.studyPlace.collegeId,
    sectionId: office.studyPlace.sectionId,
    seriesIds: [office.studyPlace.seriesId],
    year: office.studyPlace.year,
    examDuration: 60,
    integrativeGroups: [
      {
        groupName: 'Clinică',
        credits: 6,
        disciplines: [disciplineOf(office.disciplineIds[0], 5), disciplineOf(office.disciplineIds[1])],
      },
    ],
    sumativeDisciplines: [disciplineOf(office.disciplineIds[2])],
    ...changed,
  });

  async function create(changed: object = {}): Promise<CustomExamItem> {
    const response = await office.secretary.post('examCustom', bodyOf(changed));
    expect([response.statusCode, response.body]).toEqual([201, response.body]);
    return response.json();
  }
  /** The papers that wait for an exam, by their seeds: a paper that is drawn again has another. */
  const papersOf = async (customExamId: number) =>
    (
      await server.database.sql<{ seed: string; name: string; seconds: number }[]>`
        select seed, name, duration_s as seconds from exam_groups where custom_exam_id = ${customExamId} order by appointment_id`
    ).map((row) => ({ ...row }));
  async function book(customExamId: number, times: { from: number; to: number }) {
    const student = await aStudent(server, {
      studyPlace: office.studyPlace,
      lastName: 'Moldovan',
      firstName: 'Dan',
    });
    return anAppointment(server, { student, customExamId, ...times });
  }
  return { admin, office: office as Office, bodyOf, made: create, papersOf, book };
}

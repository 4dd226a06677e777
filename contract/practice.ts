import { z } from 'zod';
import { defineCall } from './call.ts';
import { givenId, rowId } from './common.ts';
import { preparedExam } from './exam-taking.ts';

const chosen = z.union([z.int(), z.string().max(50), z.null()]).optional();

export const prepareExamForTeach = defineCall({
  method: 'POST',
  path: 'prepareExamForTeach',
  summary: 'Begin a trial of a discipline, or resume the trial with the given id',
  access: 'exam.try',
  query: z.object({ examId: rowId.optional() }),
  body: z
    .strictObject({
      PKDiscipline: givenId,
      PkCollege: chosen,
      PkSection: chosen,
      Lang: chosen,
      Year: chosen,
      Semester: chosen,
    })
    .nullish(),
  response: preparedExam,
  refusals: ['resource.notFound', 'structure.missing', 'structure.notServable'],
});

export const prepareSimulation = defineCall({
  method: 'POST',
  path: 'prepareSimulation',
  summary: 'Begin or resume a simulation of a discipline or of a custom exam',
  access: 'signedIn',
  body: z.union([z.strictObject({ pkDiscipline: givenId }), z.strictObject({ examCustomId: givenId })]),
  response: preparedExam,
  workload: 'student',
  refusals: ['simulation.notAllowed', 'resource.notFound', 'structure.missing', 'structure.notServable'],
});

/** Present while a simulation of it is running. */
const minutesLeft = z.int().nullable();

export const simulationChoices = defineCall({
  method: 'GET',
  path: 'simulationChoices',
  summary: 'List the disciplines and custom exams the student may simulate',
  access: 'signedIn',
  response: z.strictObject({
    disciplines: z.array(
      z.strictObject({
        pkDiscipline: z.int(),
        disciplineDescription: z.string(),
        questions: z.int(),
        durationMinutes: z.int(),
        minutesLeft,
      }),
    ),
    exams: z.array(
      z.strictObject({
        examCustomId: z.int(),
        examName: z.string(),
        questions: z.int(),
        durationMinutes: z.int(),
        minutesLeft,
      }),
    ),
  }),
  workload: 'student',
  refusals: ['simulation.notAllowed'],
});

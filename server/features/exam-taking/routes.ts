import {
  checkExam as checkExamCall,
  examBack,
  examFinish,
  examGroup,
  examNext,
  examQuestionAt,
  examReviewMarks,
  examSave,
  fullExam,
  getExamById,
  getExamUserDetail,
  prepareExam as prepareExamCall,
} from '#contract/exam-taking.ts';
import { prepareExamForTeach, prepareSimulation, simulationChoices } from '#contract/practice.ts';
import { storeReviewMarks } from '#server/exams/review-marks.ts';
import { type Route, route, type SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { currentSitting, finish, loadExam } from './loading.ts';
import { choicesOf, simulate, tryExam } from './practice.ts';
import { checkExam, examUserDetail, prepareExam } from './preparing.ts';
import { moves, saveAndMove, saveAndStay } from './saving.ts';

const bounded = <T>({ exams }: Services, { actor }: SignedIn, work: () => Promise<T>): Promise<T> =>
  exams.personal.bounded(actor.userId, work);

export const examTakingRoutes = (services: Services): Route[] => [
  route(checkExamCall, ({ caller }) => checkExam(services, caller)),
  route(getExamUserDetail, ({ caller }) => examUserDetail(services, caller)),
  route(prepareExamCall, ({ caller, query }) => prepareExam(services, caller, query.examId)),
  route(prepareExamForTeach, ({ caller, query, body }) => tryExam(services, caller, query.examId, body)),
  route(prepareSimulation, ({ caller, body }) => simulate(services, caller, body)),
  route(simulationChoices, ({ caller }) => choicesOf(services, caller)),
  route(getExamById, ({ caller, query }) => loadExam(services, caller, query.groupId, false)),
  route(fullExam, ({ caller, query }) => loadExam(services, caller, query.groupId, true)),
  route(examGroup, ({ caller, params }) => currentSitting(services, caller, params.id)),
  route(examNext, ({ caller, query, body }) =>
    bounded(services, caller, () =>
      saveAndMove(services, caller, { body, ...query, fallbackIndex: moves.next }),
    ),
  ),
  route(examQuestionAt, ({ caller, query, body }) =>
    bounded(services, caller, () =>
      saveAndMove(services, caller, { body, ...query, fallbackIndex: moves.next }),
    ),
  ),
  route(examBack, ({ caller, query, body }) =>
    bounded(services, caller, () =>
      saveAndMove(services, caller, { body, ...query, fallbackIndex: moves.previous }),
    ),
  ),
  route(examSave, ({ caller, body }) => bounded(services, caller, () => saveAndStay(services, caller, body))),
  route(examReviewMarks, ({ caller, query, body }) =>
    bounded(services, caller, () =>
      storeReviewMarks(
        services.database.sql,
        { id: query.examId, userId: caller.actor.userId },
        { writer: body.writer ?? undefined, signInId: caller.signInId },
        { positions: body.indexes, seq: body.seq },
      ),
    ),
  ),
  route(examFinish, ({ caller, query, body }) =>
    bounded(services, caller, () => finish(services, caller, query.examId, body?.writer ?? undefined)),
  ),
];

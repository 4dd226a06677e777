import {
  examEvents,
  examScore as examScoreCall,
  examsPreview,
  previewExam as previewExamCall,
  teacherExams,
} from '#contract/exams.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { eventsOf } from './events.ts';
import { ownExams } from './lists.ts';
import { examScore, previewExam } from './results.ts';

export function examResultRoutes(services: Services): Route[] {
  const { sql } = services.database;
  return [
    route(examScoreCall, ({ caller, query }) => examScore(services, caller.actor, query.examId)),
    route(previewExamCall, ({ caller, query }) => previewExam(services, caller.actor, query.examId)),
    route(examsPreview, async ({ caller, query: { kind, ...page }, reply }) => {
      const wanted = { userId: caller.actor.userId, kind, finishedOnly: true };
      const { rows, total } = await ownExams(sql, wanted, page);
      void reply.header('x-total-count', total);
      return rows;
    }),
    route(teacherExams, async ({ caller, query: page, reply }) => {
      const wanted = { userId: caller.actor.userId, kind: 'trial', finishedOnly: false } as const;
      const { rows, total } = await ownExams(sql, wanted, page);
      void reply.header('x-total-count', total);
      return rows;
    }),
    route(examEvents, ({ caller, params }) => eventsOf(sql, caller.actor, params.id)),
  ];
}

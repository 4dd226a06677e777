import { examEvents } from '#contract/exam-events.ts';
import {
  examScore as examScoreCall,
  examsPreview,
  previewExam as previewExamCall,
  teacherExams,
} from '#contract/exam-results.ts';
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
    route(examsPreview, ({ caller, query: { kind, ...page } }) =>
      ownExams(sql, { userId: caller.actor.userId, kind, finishedOnly: true }, page),
    ),
    route(teacherExams, ({ caller, query }) =>
      ownExams(sql, { userId: caller.actor.userId, kind: 'trial', finishedOnly: false }, query),
    ),
    route(examEvents, ({ caller, params }) => eventsOf(sql, caller.actor, params.id)),
  ];
}

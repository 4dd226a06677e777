import { exportTypes } from '#contract/crud-calls.ts';
import { examEvents } from '#contract/exam-events.ts';
import {
  examScore as examScoreCall,
  examsPreview,
  previewExam as previewExamCall,
  teacherExams,
} from '#contract/exam-results.ts';
import {
  discardPaperEntries,
  enterPaper as enterPaperCall,
  readPaperEntry,
} from '#contract/paper-entries.ts';
import {
  annulSitting as annulCall,
  creditTime as creditCall,
  endExam as endCall,
  freeComputer as freeCall,
  reopenExam as reopenCall,
  restoreSitting as restoreCall,
} from '#contract/sitting-actions.ts';
import {
  exportGradeBook,
  exportStudentsExams,
  latestScoreCheck,
  readSitting,
  studentsExams,
  studentsExamsChoices,
  studentsExamsTotals,
} from '#contract/students-exams.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { eventsOf } from './events.ts';
import { ownExams } from './lists.ts';
import { discardPaper } from './paper-discarding.ts';
import { enterPaper, paperEntry } from './paper-entries.ts';
import { reopenExam } from './reopening.ts';
import { examScore, previewExam } from './results.ts';
import { lastCheck } from './score-check.ts';
import { annulSitting, creditTime, endExam, freeComputer, restoreSitting } from './sitting-actions.ts';
import { sittingDetails } from './sitting-details.ts';
import { exportedGradeBook, exportedStudentsExams } from './students-exams-export.ts';
import { choicesOfStudentsExams, pageOfStudentsExams, totalsOfStudentsExams } from './students-exams-list.ts';

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
    route(examEvents, ({ caller, params }) => eventsOf(services, caller.actor, params.id)),
    route(studentsExams, ({ caller, query }) => pageOfStudentsExams(sql, caller.actor, query)),
    route(studentsExamsTotals, ({ caller, query }) => totalsOfStudentsExams(sql, caller.actor, query)),
    route(studentsExamsChoices, ({ caller }) => choicesOfStudentsExams(sql, caller.actor)),
    route(exportStudentsExams, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `studentsExams.${query.format}`,
      content: exportedStudentsExams(sql, caller.actor, query),
    })),
    route(exportGradeBook, async ({ caller, author, query }) => ({
      type: exportTypes[query.format],
      fileName: `gradeBook.${query.format}`,
      content: await exportedGradeBook(services.database, caller.actor, author, query),
    })),
    route(latestScoreCheck, () => lastCheck(sql)),
    route(readSitting, ({ caller, params }) => sittingDetails(services, caller.actor, params.id)),
    route(endCall, ({ caller, author, params, body }) =>
      endExam(services, caller.actor, author, params.id, body.reason),
    ),
    route(reopenCall, ({ caller, author, params, body }) =>
      reopenExam(services, caller.actor, author, params.id, body),
    ),
    route(creditCall, ({ caller, author, params, body }) =>
      creditTime(services, caller.actor, author, params.id, body),
    ),
    route(annulCall, ({ caller, author, params, body }) =>
      annulSitting(services, caller.actor, author, params.id, body.reason),
    ),
    route(restoreCall, ({ caller, author, params }) =>
      restoreSitting(services, caller.actor, author, params.id),
    ),
    route(readPaperEntry, ({ caller, params }) => paperEntry(sql, caller.actor, params.id)),
    route(enterPaperCall, ({ caller, author, params, body }) =>
      enterPaper(services, caller.actor, author, params.id, body),
    ),
    route(discardPaperEntries, ({ caller, author, params, body }) =>
      discardPaper(services, caller.actor, author, params.id, body.reason),
    ),
    route(freeCall, ({ caller, author, params, body }) =>
      freeComputer(services, caller.actor, author, params.id, body.reason),
    ),
  ];
}

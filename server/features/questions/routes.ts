import * as calls from '#contract/questions.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { questionHistory } from './history.ts';
import { paperPreview, questionPreview } from './preview.ts';
import { questionPage } from './question-list.ts';
import { createQuestion, readQuestion, removeQuestion, replaceQuestion } from './saving.ts';
import { changeSelected } from './selected.ts';
import { similarTo } from './similar.ts';

/** The calls of the question bank. */
export function questionRoutes({ database, settings }: Services): Route[] {
  const { sql } = database;
  const limits = async () => answerLimits(await settings.current());
  return [
    route(calls.listQuestions, ({ caller, query }) => questionPage(sql, caller.actor, query)),
    route(calls.similarQuestions, ({ caller, query }) => similarTo(database, caller.actor, query)),
    route(calls.readQuestion, ({ caller, params }) => readQuestion(sql, caller.actor, params.id)),
    route(calls.createQuestion, ({ caller, author, body }) =>
      database.transaction(author, (tx) => createQuestion(tx, caller.actor, body)),
    ),
    route(calls.replaceQuestion, ({ caller, author, params, body }) =>
      database.transaction(author, (tx) => replaceQuestion(tx, caller.actor, params.id, body)),
    ),
    route(
      calls.removeQuestion,
      async ({ caller, author, params }) =>
        void (await database.transaction(author, (tx) => removeQuestion(tx, caller.actor, params.id))),
    ),
    route(calls.changeSelected, ({ caller, author, body }) =>
      database.transaction(author, (tx) => changeSelected(tx, caller.actor, body)),
    ),
    route(calls.questionHistory, ({ caller, params }) => questionHistory(sql, caller.actor, params.id)),
    route(calls.previewQuestion, async ({ caller, params, query }) =>
      questionPreview(sql, caller.actor, params.id, { ...query, limits: await limits() }),
    ),
    route(calls.previewPaper, async ({ caller, params, query }) =>
      paperPreview(sql, caller.actor, params.id, { ...query, limits: await limits() }),
    ),
    route(calls.questionLimits, limits),
  ];
}

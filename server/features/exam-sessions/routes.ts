import type { Draft } from '#contract/draft.ts';
import { examSession } from '#contract/entities/exam-session.ts';
import { replaceSession } from '#contract/exam-sessions.ts';
import type { CrudHooks } from '#server/crud/entity-hooks.ts';
import { writerOf } from '#server/crud/routes.ts';
import { replace } from '#server/crud/writing.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

/** Changing a session can override its frozen scoring mode; all other calls for sessions are generic. */
export function examSessionRoutes(services: Services, hooks: CrudHooks): Route[] {
  const write = writerOf(services, hooks, examSession);
  return [
    route(replaceSession, (input) =>
      write(input, (writing) =>
        replace({ ...writing, override: input.query.override }, input.params.id, input.body as Draft),
      ),
    ),
  ];
}

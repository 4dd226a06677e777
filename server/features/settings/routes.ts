import * as calls from '#contract/settings.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { changeSettings } from './changing.ts';
import { sendTestMail, testDirectoryLookup } from './connection-tests.ts';
import { presentSettings } from './stored-settings.ts';

/** The settings: the few that screens need before sign-in, and all of them for administrators. */
export function settingsRoutes(services: Services): Route[] {
  const { database, settings, version } = services;
  return [
    route(calls.applicationUiSettings, async () => {
      const current = await settings.current();
      return {
        allowExams: current.allowExams,
        allowExamPreview: current.allowExamPreview,
        questionRadioSimple: current.questionRadioSimple,
        displayFullExam: current.displayFullExam,
        examApplicationMode: current.examApplicationMode,
        zoomScale: current.zoomScale,
        markSingle: current.markSingle,
        ip: version,
      };
    }),
    route(calls.readSettings, () => presentSettings(services, database.sql)),
    route(calls.changeSettings, ({ body, author }) => changeSettings(services, body, author)),
    route(calls.testMail, ({ caller }) => sendTestMail(services, caller.actor.userId)),
    route(calls.testDirectory, ({ caller }) => testDirectoryLookup(services, caller.actor.email)),
  ];
}

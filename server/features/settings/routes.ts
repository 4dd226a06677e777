import { applicationUiSettings } from '#contract/settings.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

/** What the screens may know of the settings before anybody has signed in. */
export function settingsRoutes({ settings, version }: Services): Route[] {
  return [
    route(applicationUiSettings, async () => {
      const current = await settings.current();
      return {
        allowExams: current.allowExams,
        allowExamPreview: current.allowExamPreview,
        questionRadioSimple: current.questionRadioSimple,
        displayFullExam: current.displayFullExam,
        examApplicationMode: current.examApplicationMode,
        markSingle: current.markSingle,
        ip: version,
      };
    }),
  ];
}

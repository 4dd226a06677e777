import * as calls from '#contract/privacy.ts';
import { type Route, route } from '#server/http/route.ts';
import { erasedMessage } from '#server/privacy/erased-line.ts';
import { erasePerson, previewErasure } from '#server/privacy/erasing.ts';
import { exportPerson, personFiles } from '#server/privacy/exporting.ts';
import type { Services } from '#server/services.ts';

/** Export and erasure of one person's data, for administrators. */
export function privacyRoutes(services: Services): Route[] {
  return [
    route(calls.exportPerson, async ({ params, query: { format, lang }, author }) => {
      const data = await exportPerson(services, params.id, author);
      const { type, write } = personFiles[format];
      return {
        type,
        content: Buffer.from(write(data, lang)),
        fileName: `person-${params.id}.${format}`,
        headers: { 'cache-control': 'no-store' },
      };
    }),
    route(calls.previewErasure, ({ params, caller }) =>
      previewErasure(services, params.id, caller.actor.userId),
    ),
    route(calls.erasePerson, async ({ params, body, caller, author, request }) => {
      await erasePerson(services, { userId: params.id, ...body, by: caller.actor.userId }, author);
      // Kept outside the database: after restoring an older backup the erasure has to be repeated. Logged whatever LOG_LEVEL is.
      request.log.child({ person: params.id }, { level: 'warn' }).warn(erasedMessage);
      return undefined;
    }),
  ];
}

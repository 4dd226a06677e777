import { creditOutage, declineOutage, listOutages, outageSittings } from '#contract/outages.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { credit, decline } from './deciding.ts';
import { pageOfOutages, pageOfSittings } from './reading.ts';

/** The calls about outages during exams: the lost time, and the decision to credit it (SAFE-12). */
export const outageRoutes = ({ database }: Services): Route[] => [
  route(listOutages, ({ query }) => pageOfOutages(database.sql, query)),
  route(outageSittings, ({ params, query }) => pageOfSittings(database.sql, params.id, query)),
  route(creditOutage, ({ params, body, author }) => credit(database, author, params.id, body)),
  route(declineOutage, ({ params, author }) => decline(database, author, params.id)),
];

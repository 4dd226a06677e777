import { examPrint } from '#contract/exam-print.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { printedPapers } from './papers.ts';

export const examPrintRoutes = (services: Services): Route[] => [
  route(examPrint, ({ author, body }) => printedPapers(services, author, body)),
];

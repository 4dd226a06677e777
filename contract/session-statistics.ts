import { z } from 'zod';
import { noReliability } from '#domain/statistics/group-figures.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, page } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice } from './listing.ts';
import { bin } from './statistics.ts';

const figures = {
  /** Graded parts: each counts once with its own grade, so a sitting of two parts counts with both. */
  exams: count,
  /** The exams whose grade the viewer sees; the mean grade and the pass rate are computed from them. */
  graded: count,
  /** Of the possible points, 0 to 1. Null below `fewest`, as the mean grade and the pass rate. */
  meanShare: z.number().nullable(),
  meanGrade: z.number().nullable(),
  passRate: z.number().nullable(),
};

/** A part of a custom exam, or a discipline, in a session. */
const comparedGroup = z.strictObject({
  /** Of the custom exam or of the discipline. */
  id: z.int(),
  /** Null for a discipline. */
  partId: z.int().nullable(),
  name: z.string(),
  /** Where it differs from the name. */
  partName: z.string().nullable(),
  ...figures,
  reliability: z.number().nullable(),
  /** Why there is no reliability. */
  why: z.enum(noReliability).nullable(),
});
export type ComparedGroup = z.output<typeof comparedGroup>;

const comparedColumns = [
  'name',
  'exams',
  'meanShare',
  'meanGrade',
  'passRate',
  'reliability',
] as const satisfies readonly (keyof ComparedGroup)[];
export type ComparedColumn = (typeof comparedColumns)[number];

const statistics = z.strictObject({
  sessionName: z.string(),
  /** Below this number of exams there is no mean, no pass rate and no reliability. */
  fewest: count,
  /** How often somebody sat for these exams; never more than there are exams. */
  sittings: count,
  ...figures,
  /** The number of grades from each whole grade up to the next. */
  distribution: z.array(bin),
  /** The number of scores in each tenth of the possible points, in percent. */
  scores: z.array(bin),
  /** A page of what is compared, and how many there are. */
  groups: z.array(comparedGroup),
  total: count,
});
export type SessionStatistics = z.output<typeof statistics>;

const compared = { of: z.enum(['exams', 'disciplines']).default('exams') };
const order = { sort: z.enum(comparedColumns).optional(), desc: descending };

export const sessionStatistics = defineCall({
  method: 'GET',
  path: 'statistics/sessions/:id',
  summary:
    'Get the distribution, the pass rate and a comparison of the custom exams or of the disciplines of a session, over the exams whose statistics the caller may read',
  access: 'statistics.read',
  params: byId,
  query: z.object({ ...compared, ...page(100), ...order }),
  response: statistics,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

const table = z.enum(['figures', 'groups', 'distribution', 'scores']).default('groups');
export type SessionTable = z.output<typeof table>;

export const exportSessionStatistics = defineCall({
  method: 'GET',
  path: 'statistics/sessions/:id/export',
  summary: 'Export the figures of a session, its comparison, or its distribution of grades or scores',
  access: 'statistics.read',
  params: byId,
  query: z.object({ ...compared, ...order, table, ...fileChoice }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

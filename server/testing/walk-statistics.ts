import type { TestServer } from './server.ts';
import { absentId, type Ownership, type Send, type Side, type WalkCalls } from './walk-ownership.ts';

/** What the statistics of a side are about. */
type Studied = {
  readonly examCustomId: number;
  readonly sessionId: number;
  readonly questionId: number;
  readonly pkDiscipline: number;
};
const absent = {
  examCustomId: absentId,
  sessionId: absentId,
  questionId: absentId,
  pkDiscipline: absentId,
} as const satisfies Studied;

/** The calls about results of many exams: statistics, corrections of scoring and the grade book. */
export async function walkStatistics(
  server: TestServer,
  sittings: Readonly<Record<Side, number>>,
  chapters: Readonly<Record<Side, number>>,
): Promise<WalkCalls> {
  const studiedAt = async (side: Side): Promise<Studied> => {
    const [found] = await server.database.sql<Studied[]>`
      select g.custom_exam_id as "examCustomId", g.exam_session_id as "sessionId", c.discipline_id as "pkDiscipline",
             (select min(q.id) from questions q where q.chapter_id = c.id) as "questionId"
        from exam_groups g, chapters c where g.id = ${sittings[side]} and c.id = ${chapters[side]}`;
    if (!found) throw new Error('nobody has finished an exam');
    return found;
  };
  const studied = { own: await studiedAt('own'), foreign: await studiedAt('foreign'), absent };
  const get =
    (path: (studied: Studied) => string) =>
    (whose: Ownership): Send =>
    (caller) =>
      caller.get(path(studied[whose]));
  const post =
    (path: string, body: (studied: Studied) => object) =>
    (whose: Ownership): Send =>
    (caller) =>
      caller.post(path, body(studied[whose]));
  const cohort = ({ examCustomId, sessionId }: Studied) =>
    `examCustomId=${examCustomId}&sessionId=${sessionId}`;
  const file = 'format=csv';
  return {
    'GET gradeBook/export': get((one) => `gradeBook/export?${file}&${cohort(one)}`),
    'GET statistics/exams': get((one) => `statistics/exams?${cohort(one)}`),
    'GET statistics/exams/questions': get((one) => `statistics/exams/questions?${cohort(one)}`),
    'GET statistics/exams/export': get((one) => `statistics/exams/export?${file}&${cohort(one)}`),
    'GET statistics/disciplines/:id': get(({ pkDiscipline }) => `statistics/disciplines/${pkDiscipline}`),
    'GET statistics/disciplines/:id/export': get(
      ({ pkDiscipline }) => `statistics/disciplines/${pkDiscipline}/export?${file}`,
    ),
    'GET statistics/sessions/:id': get(({ sessionId }) => `statistics/sessions/${sessionId}`),
    'GET statistics/sessions/:id/export': get(
      ({ sessionId }) => `statistics/sessions/${sessionId}/export?${file}`,
    ),
    'GET statistics/questions/:id': get(({ questionId }) => `statistics/questions/${questionId}`),
    'GET statistics/questions/:id/export': get(
      ({ questionId }) => `statistics/questions/${questionId}/export?${file}`,
    ),
    'POST statistics/whatIf': post('statistics/whatIf', ({ examCustomId }) => ({ examCustomId })),
    'GET statistics/whatIf/export': get((one) => `statistics/whatIf/export?${file}&${cohort(one)}`),
    'GET scoringCorrections': get((one) => `scoringCorrections?${cohort(one)}`),
    'POST scoringCorrections': post('scoringCorrections', ({ examCustomId, sessionId }) => ({
      examCustomId,
      sessionId,
      mode: 'FULL_MATCH',
      preview: true,
    })),
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { examPrint, PrintedPaper } from '#contract/exam-print.ts';
import type { ImpactPage, ImpactSummary } from '#contract/settlements.ts';
import type { contestTemplate, readTemplateContest } from '#contract/template-contests.ts';
import type {
  cancelTemplates,
  editTemplate,
  generateTemplates,
  listTemplates,
  readTemplate,
  removeTemplate,
  templateOverview,
  WholeTemplate,
} from '#contract/templates.ts';
import { call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';
import { useConfirmedRedraw } from './frozen-papers.ts';

const key = 'templateExams';

/** How often a running generation is polled. */
const pollMilliseconds = 1000;

/** The templates of an exam in a session; `stage` is part of the key because a generation adds some. */
export const templateSource = (
  examCustomId: number,
  sessionId: number,
  stage: string,
): ListSource<typeof listTemplates> => ({
  path: 'templateExams',
  cacheKey: [key, 'list', stage],
  params: { examCustomId, sessionId },
});

export const useTemplateOverview = (examCustomId: number, sessionId: number) =>
  useQuery({
    queryKey: [key, 'overview', examCustomId, sessionId],
    queryFn: ({ signal }) =>
      call<typeof templateOverview>('GET templateExams/overview', {
        query: { examCustomId, sessionId },
        signal,
        handled: true,
      }),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? pollMilliseconds : false),
  });

export type TemplateIds = { readonly groupId: number; readonly sessionId: number };

export const useTemplate = ({ groupId, sessionId }: TemplateIds) =>
  useQuery({
    queryKey: [key, 'one', groupId, sessionId],
    queryFn: ({ signal }) =>
      call<typeof readTemplate>('GET templateExams/:groupId/:sessionId', {
        params: { groupId, sessionId },
        signal,
        handled: true,
      }),
  });

/** The settlements for the exams of a template. */
export const useTemplateContest = ({ groupId, sessionId }: TemplateIds) =>
  useQuery({
    queryKey: [key, 'contest', groupId, sessionId],
    queryFn: ({ signal }) =>
      call<typeof readTemplateContest>('GET templateExams/:groupId/:sessionId/contest', {
        params: { groupId, sessionId },
        signal,
        handled: true,
      }),
  });

/** Changes of templates; each refetches what shows them. */
export function useTemplateCalls() {
  const client = useQueryClient();
  const confirmed = useConfirmedRedraw();
  const refreshed = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    await client.invalidateQueries({ queryKey: [key] });
    return done;
  };
  return {
    generate: (body: SentBodyOfCall<typeof generateTemplates>) =>
      confirmed({ examCustomId: body.examCustomId, sessionId: body.sessionId, change: 'generate' }, (query) =>
        refreshed(call<typeof generateTemplates>('POST templateExams', { query, body, handled: true })),
      ),
    cancel: (id: number) =>
      refreshed(call<typeof cancelTemplates>('POST templateExams/runs/:id/cancel', { params: { id } })),
    remove: (examCustomId: number, { groupId, sessionId }: TemplateIds) =>
      confirmed({ examCustomId, sessionId, groupId, change: 'remove' }, (query) =>
        refreshed(
          call<typeof removeTemplate>('DELETE templateExams/:groupId/:sessionId', {
            params: { groupId, sessionId },
            query,
            handled: true,
          }).then(() => true),
        ),
      ),
    contest: async (
      { groupId, sessionId }: TemplateIds,
      body: SentBodyOfCall<typeof contestTemplate>,
      query?: ImpactPage,
      signal?: AbortSignal,
    ): Promise<ImpactSummary> => {
      const done = call<typeof contestTemplate>('POST templateExams/:groupId/:sessionId/contest', {
        params: { groupId, sessionId },
        query,
        body,
        signal,
      });
      return body.preview ? done : refreshed(done);
    },
    save: (
      examCustomId: number,
      { groupId, sessionId }: TemplateIds,
      body: SentBodyOfCall<typeof editTemplate>,
    ): Promise<WholeTemplate | undefined> =>
      confirmed({ examCustomId, sessionId, groupId, change: 'edit' }, (query) =>
        refreshed(
          call<typeof editTemplate>('PUT templateExams/:groupId/:sessionId', {
            params: { groupId, sessionId },
            query,
            body,
            handled: true,
          }),
        ),
      ),
  };
}

export type PaperQuery = {
  readonly appointments: readonly number[];
  readonly templates: readonly number[];
  readonly withKey: boolean;
  readonly withTicks: boolean;
  /** Confirms that templates are frozen. */
  readonly freeze: boolean;
};

export const fetchPapers = ({
  appointments,
  templates,
  withKey,
  withTicks,
  freeze,
}: PaperQuery): Promise<{ papers: PrintedPaper[]; withoutPaper: number[] }> =>
  call<typeof examPrint>('POST examPrint', {
    body: {
      appointments: [...appointments],
      templates: [...templates],
      key: withKey,
      ticks: withTicks,
      freeze,
    },
    handled: true,
  });

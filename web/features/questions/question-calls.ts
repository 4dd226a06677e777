import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  changeSelected,
  createQuestion,
  listQuestions,
  Question,
  QuestionRow,
  questionHistory,
  questionLimits,
  readQuestion,
  removeQuestion,
  replaceQuestion,
  similarQuestions,
} from '#contract/questions.ts';
import { call } from '#web/api/client.ts';
import { type ListState, useList } from '#web/list/use-list.ts';
import { listQueryOf, type QuestionsView, queryOf, withListQuery } from './list-address.ts';
import { draftOf, type QuestionForm } from './question-form.ts';

const key = 'questions';

/** The page of the list for the current address. */
export function useQuestions(
  view: QuestionsView,
  show: (view: QuestionsView, replace?: boolean) => void,
): ListState<QuestionRow> {
  return useList<typeof listQuestions>(
    { path: 'questions', cacheKey: [key, 'list'], params: queryOf(view) },
    [listQueryOf(view), (query, options) => show(withListQuery(view, query), options?.replace)],
  );
}

export const fetchQuestion = (id: number): Promise<Question> =>
  call<typeof readQuestion>('GET questions/:id', { params: { id }, handled: true });

export function useQuestion(id: number) {
  return useQuery({ queryKey: [key, 'one', id], queryFn: () => fetchQuestion(id), staleTime: 0, gcTime: 0 });
}

export function useHistory(id: number) {
  return useQuery({
    queryKey: [key, 'history', id],
    queryFn: () =>
      call<typeof questionHistory>('GET questions/:id/history', { params: { id }, handled: true }),
    staleTime: 0,
  });
}

/** How many answers students see, for the live preview. */
export function useLimits() {
  return useQuery({
    queryKey: [key, 'limits'],
    queryFn: () => call<typeof questionLimits>('GET questionLimits', { handled: true }),
    staleTime: 300_000,
  }).data;
}

/** Shorter texts match too many questions to be useful. */
const minComparedLength = 12;

/** Questions of the discipline that are similar to a text. */
export function useSimilar(chapterId: number | null, text: string, except: number | undefined) {
  const query = text.trim().slice(0, 2000);
  return useQuery({
    queryKey: [key, 'similar', chapterId, query, except],
    queryFn: ({ signal }) =>
      call<typeof similarQuestions>('GET questions/similar', {
        query: { chapterId: chapterId ?? 0, text: query, except },
        signal,
        handled: true,
      }),
    enabled: chapterId !== null && query.length >= minComparedLength,
    placeholderData: (previous) => (query.length >= minComparedLength ? previous : undefined),
  });
}

/** Question mutations; each one invalidates every list that may show the question. */
export function useQuestionCalls() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [key] });
  return {
    save: async (
      form: QuestionForm,
      stored: { id: number; version: number } | undefined,
    ): Promise<Question> => {
      const body = draftOf(form, stored?.version);
      const saved = stored
        ? await call<typeof replaceQuestion>('PUT questions/:id', {
            params: { id: stored.id },
            body,
            handled: true,
          })
        : await call<typeof createQuestion>('POST questions', { body, handled: true });
      refresh();
      return saved;
    },
    changeSelected: async (
      ids: readonly number[],
      change: { readonly chapterId?: number; readonly examOnly?: boolean },
    ) => {
      const outcome = await call<typeof changeSelected>('POST questions/changeSelected', {
        body: { ids: [...ids], ...change },
        handled: true,
      });
      refresh();
      return outcome;
    },
    remove: async (id: number): Promise<void> => {
      await call<typeof removeQuestion>('DELETE questions/:id', { params: { id }, handled: true });
      refresh();
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

type Named = {
  readonly id: number;
  readonly name?: string;
  readonly examName?: string;
  readonly description?: string;
};

/** Options for a select: rooms, sessions or custom exams, up to one page of the list. */
export const useSelectOptions = (path: 'examrooms' | 'getExamCustom' | 'sessions') =>
  useQuery({
    queryKey: [path, 'options'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<readonly Named[]>(path, { query: { take: 500 }, signal, handled: true });
      return data.map(({ id, name, examName, description }) => ({
        value: id,
        label: examName ?? name ?? description ?? String(id),
      }));
    },
  });

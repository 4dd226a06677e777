import { useQuery } from '@tanstack/react-query';
import type { ListOf } from '#contract/crud-calls.ts';
import type { getExamCustom } from '#contract/custom-exams.ts';
import type { examSession } from '#contract/entities/exam-session.ts';
import type { room } from '#contract/entities/room.ts';
import { callList } from './client.ts';

type Option = { readonly value: number; readonly label: string };

/** One page of a list, which has all rows of these. */
const onePage = (signal: AbortSignal) => ({ query: { take: 500 }, signal, handled: true }) as const;

const optionsAt = {
  examrooms: async (signal) => {
    const { data } = await callList<ListOf<typeof room>>('GET examrooms', onePage(signal));
    return data.map(({ id, name }) => ({ value: id, label: name }));
  },
  getExamCustom: async (signal) => {
    const { data } = await callList<typeof getExamCustom.list>('GET getExamCustom', onePage(signal));
    return data.map(({ id, examName }) => ({ value: id, label: examName }));
  },
  sessions: async (signal) => {
    const { data } = await callList<ListOf<typeof examSession>>('GET sessions', onePage(signal));
    return data.map(({ id, description }) => ({ value: id, label: description }));
  },
} satisfies Readonly<Record<string, (signal: AbortSignal) => Promise<readonly Option[]>>>;

/** Options for a select: rooms, sessions or custom exams, up to one page of the list. */
export const useSelectOptions = (path: keyof typeof optionsAt) =>
  useQuery({ queryKey: [path, 'options'], queryFn: ({ signal }) => optionsAt[path](signal) });

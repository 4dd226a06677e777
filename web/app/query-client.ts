import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/base/api-error.ts';
import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';

/** What the server refused stays refused; only an unreachable server is worth asking again. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && error.code === 'server.unavailable';
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: false } },
});

const identity = () => `${signedIn()?.actor.userId ?? 0}/${signedIn()?.actor.studentId ?? 0}`;
let owner = identity();

// What one person fetched must never be shown to the next one at the same computer.
onSignInChange(() => {
  if (identity() === owner) return;
  owner = identity();
  queryClient.clear();
});

import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/base/api-error.ts';
import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';

/** Retries only when the server is unreachable; a refusal is final. */
function isRetryable(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && error.code === 'server.unavailable';
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isRetryable, staleTime: 10_000, refetchOnWindowFocus: false } },
});

const identity = () => `${signedIn()?.actor.userId ?? 0}/${signedIn()?.actor.studentId ?? 0}`;
let owner = identity();

// Drop one user's cached data before the next user at the same computer can see it.
onSignInChange(() => {
  if (identity() === owner) return;
  owner = identity();
  queryClient.clear();
});

import type { Actor } from '#domain/access/actor.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { mayOpen, type ScreenName, screenAt } from '#domain/access/screens.ts';
import type { Target } from '#web/base/current-screen.ts';

export type Verdict = 'open' | 'login' | 'dashboard' | 'pageNotFound';

type Navigation = {
  readonly target: Target;
  /** The stored flag as is: 'true', 'false' or any other text. */
  readonly flag: string;
  readonly actor: Actor | undefined;
};

/**
 * Where a navigation leads (NAV-3). Signed-in users always pass: a screen they may not use shows a message in
 * place, because a refused request to the server would sign them out.
 */
export function judgeNavigation({ target, flag, actor }: Navigation): Verdict {
  if (flag === 'false') return target === 'Login' ? 'open' : 'login';
  if (flag === 'true') return target === 'Login' ? 'dashboard' : 'open';
  if (target === 'PageNotFound') return 'open';
  return mayOpen(actor, target, false) ? 'open' : 'pageNotFound';
}

const digits = /^\d+$/;

/** Parameters that must be database ids; `/test/edit` is not the question "test". */
const numericParams: Partial<Record<ScreenName, string>> = {
  Exam: 'groupId',
  EditQuestion: 'questionId',
  ResolveContest: 'examContestId',
};

/** Whether the parameters of an address are valid for the screen. */
export function paramsFit(name: ScreenName, params: Readonly<Record<string, string | undefined>>): boolean {
  const numeric = numericParams[name];
  return numeric === undefined || digits.test(params[numeric] ?? '');
}

/**
 * Where to go after signing in: the path first requested if it is one of our screens and the user may open it,
 * otherwise the dashboard.
 */
export function hrefAfterSignIn(returnTo: string | undefined, actor: Actor): string {
  if (returnTo === undefined || !returnTo.startsWith('/') || returnTo.startsWith('//'))
    return addressOf('Dashboard');
  const name = screenAt(returnTo.split(/[?#]/)[0] ?? '');
  return name !== undefined && name !== 'Login' && mayOpen(actor, name, true)
    ? returnTo
    : addressOf('Dashboard');
}

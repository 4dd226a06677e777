import type { ScreenName } from '#domain/access/screens.ts';

/** The screens that are declared and guarded but not built yet. This list only shrinks. */
export const notYetScreens = ['ResolveContest'] as const satisfies readonly ScreenName[];

export type NotYetScreen = (typeof notYetScreens)[number];

/** Whether a screen is not built yet. */
export function isNotYet(name: ScreenName): name is NotYetScreen {
  return (notYetScreens as readonly ScreenName[]).includes(name);
}

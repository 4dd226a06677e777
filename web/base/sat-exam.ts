import { currentScreen } from './current-screen.ts';
import { onSignInChange } from './sign-in-state.ts';
import { createStore } from './store.ts';

/**
 * The sitting because of which the server refused what the screen asked for: while somebody sits an official exam, nothing else
 * is open to them (SAFE-16). Every navigation asks anew.
 */
export const satExam = createStore<{ readonly groupId: number } | undefined>(undefined);

const forget = () => satExam.set(undefined);
currentScreen.subscribe(forget);
onSignInChange(forget);

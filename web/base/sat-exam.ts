import { currentScreen } from './current-screen.ts';
import { onSignInChange } from './sign-in-state.ts';
import { createStore } from './store.ts';

/**
 * The sitting because of which the server refused the screen's request: during an official exam nothing else is open to
 * the student (SAFE-16). Reset by every navigation.
 */
export const satExam = createStore<{ readonly groupId: number } | undefined>(undefined);

const forget = () => satExam.set(undefined);
currentScreen.subscribe(forget);
onSignInChange(forget);

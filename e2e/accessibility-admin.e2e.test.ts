import { useBrowser } from './browser.ts';
import { everyScreen, isOfAdmin } from './every-screen.ts';
import { walkScreens } from './screen-walk.ts';

walkScreens(useBrowser(), everyScreen.filter(isOfAdmin));

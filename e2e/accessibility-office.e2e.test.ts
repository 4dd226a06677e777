import { useBrowser } from './browser.ts';
import { screensOf } from './every-screen.ts';
import { walkScreens } from './screen-walk.ts';

walkScreens(useBrowser(), screensOf('secretary', 'generalSecretary', 'dean'));

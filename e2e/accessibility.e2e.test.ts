import { describe, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { screensOf } from './every-screen.ts';
import { open, walkScreens } from './screen-walk.ts';
import { desktop } from './steady-page.ts';
import { setDark, setLight } from './visitor.ts';

const browser = useBrowser();

walkScreens(browser, screensOf('student', 'nobody'));

describe('overlays', () => {
  it('[UX-11] has no axe violations in the account menu and the drawer, light and dark', async () => {
    const page = await open(browser, '/dashboard', 'admin', { size: { width: 700, height: 1000 } });
    const everywhere = async () => {
      expect(await axeProblems(page)).toEqual([]);
      await setDark(page);
      expect(await axeProblems(page, 'contrast')).toEqual([]);
      await setLight(page);
    };
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await everywhere();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Appointments' }).waitFor();
    await everywhere();
  });

  it('[UX-11] has no axe violations in the on-screen keyboard and a login error, light and dark', async () => {
    const page = await open(browser, '/login', 'nobody', { size: desktop });
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page
      .getByRole('region', { name: 'On-screen keyboard' })
      .getByRole('button', { name: 'Enter' })
      .waitFor();
    await page.locator('button[type="submit"]').click();
    await page.getByText('Required field').first().waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await setDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
  });
});

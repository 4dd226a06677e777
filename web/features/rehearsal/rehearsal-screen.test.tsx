import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const everybody = [
  ['student', loginData({ role: 'Studenti', pkStudent: 3 })],
  ['teacher', loginData({ role: 'Profesori' })],
] as const;
const ticked = () =>
  [
    ...screen.queryAllByRole<HTMLInputElement>('checkbox'),
    ...screen.queryAllByRole<HTMLInputElement>('radio'),
  ]
    .filter((mark) => mark.closest('fieldset') !== null)
    .map((mark) => mark.checked);

describe('[SIM-2] the rehearsal', () => {
  it.each(everybody)(
    '[SIM-2] a %s answers by letter and by pressing, and moves with the arrows',
    async (_, as) => {
      stubWire();
      await openApp('/test', { as });
      await screen.findByText('Question 1 of 4');
      fireEvent.keyDown(window, { key: 'c' });
      expect(ticked()).toEqual([false, false, true, false]);
      fireEvent.keyDown(window, { key: 'a' });
      expect(ticked()).toEqual([true, false, false, false]);
      fireEvent.keyDown(window, { key: 'ArrowRight' });
      await screen.findByText('Question 2 of 4');
      fireEvent.keyDown(window, { key: 'A' });
      fireEvent.click(screen.getByRole('checkbox', { name: /July/ }));
      expect(ticked()).toEqual([true, false, true, false, false]);
      fireEvent.keyDown(window, { key: 'ArrowLeft' });
      await screen.findByText('Question 1 of 4');
      expect(ticked()).toEqual([true, false, false, false]);
    },
  );

  it('[SIM-2] counts a letter pressed inside the question once', async () => {
    stubWire();
    await openApp('/test', { as: everybody[0][1] });
    await screen.findByText('Question 1 of 4');
    fireEvent.keyDown(screen.getByRole('group', { name: /two hours/ }), { key: 'b' });
    expect(ticked()).toEqual([false, true, false, false]);
  });

  it('[SIM-2] ends with the questions as in results, and sends nothing to the server', async () => {
    const wire = stubWire();
    await openApp('/test', { as: everybody[0][1] });
    await screen.findByText('Question 1 of 4');
    fireEvent.keyDown(window, { key: 'c' });
    for (let moved = 0; moved < 3; moved += 1) fireEvent.keyDown(window, { key: 'ArrowRight' });
    fireEvent.click(await screen.findByRole('button', { name: 'Finish the rehearsal' }));
    const first = await screen.findByRole('article', { name: 'Question 1' });
    within(first).getByText('10.00 of 10.00 points');
    within(first).getByText('Correct, selected');
    const second = screen.getByRole('article', { name: 'Question 2' });
    expect(within(second).getAllByText('Should have been selected')).toHaveLength(3);
    expect(wire.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('[SIM-2] turns the keyboard line green when a letter is pressed', async () => {
    stubWire();
    await openApp('/test', { as: everybody[0][1] });
    await screen.findByText('Press any letter key.');
    fireEvent.keyDown(window, { key: 'ф' });
    await screen.findByText('The key Ф is not a Latin letter.');
    screen.getByText(/Switch the keyboard/);
    fireEvent.keyDown(window, { key: 'h' });
    await screen.findByText('The key H works. Letters tick answers.');
  });

  it('[SIM-2] shows a connection without responses as a red line with what to do', async () => {
    stubWire({ 'GET applicationUiSettings': 'unreachable' });
    await openApp('/test', { as: everybody[0][1] });
    await screen.findByText('7 of 7 requests got no response.');
    screen.getByText(/Move closer to the wireless access point/);
  });
});

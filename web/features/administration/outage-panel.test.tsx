import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { OpenOutage, OutageSitting } from '#contract/outages.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const outage: OpenOutage = {
  id: 4,
  from: '2026-01-26T09:00:00Z',
  until: '2026-01-26T09:10:00Z',
  decideBy: '2026-01-26T09:40:00Z',
  sittings: 2,
  impossible: 1,
  leastMinutes: 10,
  mostMinutes: 17,
};
const sitting: OutageSitting = {
  id: 1,
  studentName: 'Pop Ana',
  examName: 'Anatomie',
  room: 'Sala 12',
  deadline: '2026-01-26T10:00:00Z',
  minutes: 10,
  newDeadline: '2026-01-26T10:10:00Z',
  problem: null,
};

it('[SAFE-12] shows an administrator what crediting an outage does to each sitting, and credits it after a confirmation', async () => {
  const wire = stubWire({
    'GET administration/outages': { body: [outage] },
    'GET administration/outages/4/sittings': {
      body: [
        sitting,
        { ...sitting, id: 2, studentName: 'Rus Ion', newDeadline: sitting.deadline, problem: 'elsewhere' },
      ],
      headers: { 'x-total-count': '2' },
    },
    'POST administration/outages/4/credit': { body: { credited: 1, impossible: 1 } },
  });
  await openApp('/admin', { as: loginData({ role: 'Admin' }) });
  const panel = await screen.findByRole('region', { name: 'A server outage during exams' });
  expect(panel.textContent).toContain('The server did not run from 26/01/2026 11:00 to 11:10.');
  expect(panel.textContent).toContain('2 sittings were running when it stopped.');
  expect(panel.textContent).toContain('Crediting adds 10 to 17 minutes to each sitting.');
  expect(panel.textContent).toContain('no time is credited after 11:40');
  const ana = (await within(panel).findByText('Pop Ana')).closest('tr');
  expect(ana?.textContent).toContain('+1012:00 → 12:10');
  expect(within(panel).getByText('the next appointment begins before then')).toBeDefined();

  fireEvent.click(within(panel).getByRole('button', { name: 'Credit the time' }));
  const ask = await screen.findByRole('dialog', { name: 'Credit the time of the outage?' });
  expect(wire.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.click(within(ask).getByRole('button', { name: 'Credit the time' }));
  await expect
    .poll(() => wire.sent.filter(({ method }) => method === 'POST'))
    .toMatchObject([{ body: { reason: 'Server down 26/01/2026 11:00–11:10' } }]);
});

it('[SAFE-12] says that no one can be credited after more than 12 hours, and what to do instead', async () => {
  stubWire({
    'GET administration/outages': {
      body: [{ ...outage, from: '2026-01-25T20:00:00Z', impossible: 2, leastMinutes: 0, mostMinutes: 0 }],
    },
    'GET administration/outages/4/sittings': {
      body: [{ ...sitting, problem: 'tooMuch' }],
      headers: { 'x-total-count': '1' },
    },
  });
  await openApp('/admin', { as: loginData({ role: 'Admin' }) });
  const panel = await screen.findByRole('region', { name: 'A server outage during exams' });
  expect(panel.textContent).toContain('down for more than 12 hours');
  expect(panel.textContent).not.toContain('Crediting adds');
  expect(within(panel).getByRole('button', { name: 'Credit the time' })).toHaveProperty('disabled', true);
  fireEvent.click(within(panel).getByRole('button', { name: 'Credit nothing' }));
  const ask = await screen.findByRole('dialog', { name: 'Credit nothing and close overdue exams?' });
  expect(ask.textContent).toContain('exams whose time is over end with the answers they have');
  expect(ask.textContent).not.toContain('Crediting adds');
});

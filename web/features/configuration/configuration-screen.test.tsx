import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Settings } from '#contract/settings.ts';
import { defaultSettings } from '#domain/settings.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { type Sent, stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const { smtpPassword: _, ...defaults } = defaultSettings;
const settings = (
  values: Partial<typeof defaultSettings | Record<string, unknown>> = {},
  details: Partial<Settings['details']> = {},
): Settings =>
  ({
    ...defaults,
    smtpPasswordSet: false,
    ...values,
    details: {
      defaults,
      changes: {},
      environment: { mail: false, directory: true, deanEmails: [] },
      runningExams: 0,
      ...details,
    },
  }) as Settings;

const admin = loginData({ role: 'Admin' });
const changedBy = (id: number, by: string) => ({ id, by, at: '2026-02-03T07:05:00Z' });

async function open(group: string, body: Settings, responses: Parameters<typeof stubWire>[0] = {}) {
  const wire = stubWire({ 'GET settings': { body }, ...responses });
  await openApp(`/configuration?group=${group}`, { as: admin });
  await screen.findByRole('navigation', { name: 'Groups of settings' });
  return wire;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const putBody = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT').at(-1)?.body;

describe('the configuration screen', () => {
  it('[CONF-1] explains what a setting changes and for whom, with its default and last author', async () => {
    await open(
      'questions',
      settings({ questionMaxAnswers: 6 }, { changes: { questionMaxAnswers: changedBy(4, 'Ioana Marin') } }),
    );
    const row = screen.getByText('Answers shown for each question').closest('li') as HTMLElement;
    within(row).getByText('Not the default');
    within(row).getByText('Default: 5 · changed by Ioana Marin, 03/02/2026 09:05');
    within(row).getByText(/^How many answers a student sees/);
  });

  it('[CONF-1] saves a group as a whole and says what the change affects and what it does not', async () => {
    const { sent } = await open('questions', settings({}, { runningExams: 2 }), {
      'PUT settings': { body: settings({ questionMaxAnswers: 7, questionMaxComplexAnswers: 6 }) },
    });
    type('Answers shown for each question', '7');
    type('Most correct answers of a multiple question', '6');
    const bar = screen.getByRole('region', { name: '2 changes' });
    within(bar).getByText(/Papers that are drawn already and running exams stay as they are/);
    within(bar).getByText('2 exams are running now; they continue unchanged.');
    fireEvent.click(within(bar).getByRole('button', { name: 'Save: Questions' }));
    await screen.findByText('The settings are saved and take effect immediately.');
    expect(putBody(sent)).toEqual({
      questionMaxAnswers: 7,
      questionMaxComplexAnswers: 6,
      seen: { questionMaxAnswers: 0, questionMaxComplexAnswers: 0 },
    });
    expect(screen.queryByRole('region', { name: /change/ })).toBeNull();
  });

  it('[CONF-1] says of every setting what a change affects, and of running exams only what is true', async () => {
    await open('exams', settings({}, { runningExams: 2 }));
    fireEvent.click(screen.getByRole('switch', { name: 'All questions on one page' }));
    const bar = () => screen.getByRole('region', { name: /change/ });
    within(bar()).getByText(
      '2 exams are running now; the change shows on their pages when they are opened again.',
    );
    expect(within(bar()).queryByText(/continue unchanged/)).toBeNull();
    await closeApp();
    await open('results', settings());
    type('Days to file a contestation', '7');
    within(bar()).getByText(/Contestations that were filed stay and are resolved/);
    await closeApp();
    await open('privacy', settings());
    type('Days a recording is kept', '60');
    within(bar()).getByText(/those whose time is over are deleted within a day/);
  });

  it('[CONF-2] does not save counts that contradict each other, and names them', async () => {
    await open('questions', settings());
    type('Most correct answers of a multiple question', '5');
    screen.getByText('The value must be at least 6');
    const save = screen.getByRole('button', { name: 'Save: Questions' });
    expect(save).toHaveProperty('disabled', true);
    type('Answers shown for each question', '6');
    expect(save).toHaveProperty('disabled', false);
    type('Fewest correct answers of a multiple question', '');
    screen.getByText('Required field');
    expect(save).toHaveProperty('disabled', true);
  });

  it("[UX-18] says 'Invalid SMTP Server Address' under the mail server", async () => {
    await open('mail', settings());
    type('Mail server', 'localhost');
    screen.getByText('Invalid SMTP Server Address');
    type('Mail server', 'exams@mail.umfst.ro');
    expect(screen.queryByText('Invalid SMTP Server Address')).toBeNull();
  });

  it('[CONF-1] a secret can be set and removed, never read', async () => {
    const { sent } = await open('mail', settings({ smtpPasswordSet: true }), {
      'PUT settings': { body: settings() },
    });
    const field = screen.getByLabelText('Password');
    expect(field).toHaveProperty('value', '');
    expect(field).toHaveProperty('placeholder', 'A password is stored');
    fireEvent.click(screen.getByRole('button', { name: 'Remove the password' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save: Mail' }));
    await screen.findByText('The settings are saved and take effect immediately.');
    expect(putBody(sent)).toMatchObject({ smtpPassword: '' });
  });

  it('[CONF-1] the second of two concurrent saves shows who saved first and keeps the typed values', async () => {
    const theirs = settings(
      { contestationsAllowedDays: 5 },
      { changes: { contestationsAllowedDays: changedBy(9, 'Radu Stan') } },
    );
    let reads = 0;
    const wire = await open('results', settings(), {
      'GET settings': () => {
        reads += 1;
        return { body: reads === 1 ? settings() : theirs };
      },
      'PUT settings': ({ body }) =>
        (body as { seen: Record<string, number> }).seen.contestationsAllowedDays === 9
          ? { body: { ...theirs, contestationsAllowedDays: 7 } }
          : { status: 409, body: { error: 'settings.changed', params: { by: 'Radu Stan' } } },
    });
    type('Days to file a contestation', '7');
    fireEvent.click(screen.getByRole('button', { name: 'Save: Results and contestations' }));
    await screen.findByText('Days to file a contestation: now 5, yours 7');
    expect(screen.getByRole('textbox', { name: 'Days to file a contestation' })).toHaveProperty('value', '7');
    fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    await screen.findByText('The settings are saved and take effect immediately.');
    expect(putBody(wire.sent)).toMatchObject({ contestationsAllowedDays: 7 });
  });

  it('[CONF-1] keeps unsaved values when switching between groups', async () => {
    await open('mail', settings());
    type('Sender', 'exams@umfst.ro');
    fireEvent.click(screen.getByRole('link', { name: 'Exams' }));
    await screen.findByText('Zoom of images');
    fireEvent.click(screen.getByRole('link', { name: /^Mail/ }));
    expect(await screen.findByRole('textbox', { name: 'Sender' })).toHaveProperty('value', 'exams@umfst.ro');
  });

  it('[AUTH-4] directory sign-in cannot be required while there is no directory', async () => {
    await open(
      'signIn',
      settings({}, { environment: { mail: false, directory: false, deanEmails: ['dean@exam.test'] } }),
    );
    screen.getByText(/started without LDAP_URL/);
    screen.getByText('The server was also started with: dean@exam.test');
    const box = screen.getByRole('switch', { name: 'Students sign in through the university directory' });
    expect(box).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Test the directory' })).toBeNull();
  });

  it('[CONF-1] tests mail and directory and shows the outcome', async () => {
    await open('mail', settings({ smtpHost: 'mail.umfst.ro' }), {
      'POST settings/testMail': { body: { to: 'admin@exam.test' } },
      'POST settings/testDirectory': {
        status: 409,
        body: { error: 'settings.directoryFailed', params: { reason: 'ECONNREFUSED' } },
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Send me a test message' }));
    await screen.findByText('The mail server accepted a message for admin@exam.test. Check that it arrives.');
    fireEvent.click(screen.getByRole('link', { name: 'Sign-in' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Test the directory' }));
    await screen.findByText('The directory does not answer: ECONNREFUSED');
  });

  it.each([
    [true, 'The directory answers and knows admin@exam.test.'],
    [false, /^The directory answers\. It does not know admin@exam\.test/],
  ])('[CONF-1] [AUTH-4] says whether the directory knows the administrator: %s', async (known, words) => {
    await open('signIn', settings(), {
      'POST settings/testDirectory': { body: { address: 'admin@exam.test', known } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Test the directory' }));
    await screen.findByText(words);
  });

  it('[NAV-8] shows nothing to users other than administrators and sends no requests', async () => {
    const wire = stubWire();
    await openApp('/configuration', { as: loginData({ role: 'Secretar' }) });
    await screen.findByRole('heading', { name: 'You do not have the rights to access this resource' });
    expect(wire.calls()).not.toContain('GET settings');
  });
});

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, examLazyTexts, loadTexts } from '#web/base/i18n.ts';
import { forgetSignIn, signedIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { SignInAgain } from './sign-in-again.tsx';

const student = { sub: '7', Email: 'student@exam.test', pkStudent: 3 };
const [before, after] = [loginData(student), loginData(student)];
const queued = (seconds: number, ticket: string) => ({
  status: 409,
  body: { error: 'auth.queued', params: { seconds, ticket } },
});
const wrong = { status: 401, body: { error: 'auth.wrongCredentials', params: {} } };
const typed = { email: 'student@exam.test', password: 'a password', pkStudent: 3 };

beforeEach(async () => {
  await chooseLanguage('en');
  await loadTexts(examLazyTexts);
  signIn(before);
  render(
    <MantineProvider env="test">
      <SignInAgain opened />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  forgetSignIn('signedOut');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const passwordField = () => screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const enter = async () => {
  await screen.findByRole('dialog', { name: 'Please sign in again' });
  fireEvent.change(passwordField(), { target: { value: 'a password' } });
  press('Sign in');
};
/** Stubs the sign-in responses in order; the last one repeats. */
const respondingWith = (...responses: object[]) =>
  stubWire({ 'POST login': () => (responses.length > 1 ? responses.shift() : responses[0]) ?? {} });
const bodies = (wire: ReturnType<typeof stubWire>) =>
  wire.sent.filter(({ path }) => path === 'login').map(({ body }) => body);

it('[SAFE-18] waits in the queue and retries with the ticket', async () => {
  const wire = respondingWith(queued(1, 'first'), queued(1, 'second'), { body: after });
  await enter();
  const notice = await screen.findByRole('group', { name: 'Many people are signing in.' });
  expect(notice.textContent).toMatch(/Your turn comes in about 1 s/);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(signedIn()?.token).toBe(before.accessToken);
  await waitFor(() => expect(signedIn()?.token).toBe(after.accessToken));
  expect(bodies(wire)).toEqual([typed, { ...typed, ticket: 'first' }, { ...typed, ticket: 'second' }]);
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(passwordField().value).toBe('');
});

it('[SAFE-18] locks the typed data while waiting, and keeps it when the wait is cancelled', async () => {
  const wire = respondingWith(queued(600, 'a ticket'), { body: after });
  await enter();
  await screen.findByRole('group', { name: 'Many people are signing in.' });
  expect(passwordField().readOnly).toBe(true);
  press('Cancel');
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(passwordField().value).toBe('a password');
  expect(signedIn()?.token).toBe(before.accessToken);
  await waitFor(() => press('Sign in'));
  await waitFor(() => expect(signedIn()?.token).toBe(after.accessToken));
  expect(bodies(wire)).toEqual([typed, typed]);
});

it('[SAFE-18] shows a wrong password when the turn comes, and keeps the exam', async () => {
  respondingWith(queued(1, 'a ticket'), wrong);
  await enter();
  await screen.findByRole('group', { name: 'Many people are signing in.' });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The e-mail address or the password is incorrect.',
  );
  expect(signedIn()?.token).toBe(before.accessToken);
  expect(screen.queryByRole('group')).toBeNull();
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { signedIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

const enter = async (email = 'student@exam.test', password = 'a password') => {
  await screen.findByRole('heading', { name: 'Sign in' });
  type('E-mail address', email);
  type('Password', password);
  press('Sign in');
};
const refusal = (status: number, error: string, more: object = {}) => ({
  status,
  body: { error, params: {}, ...more },
});

describe('signing in', () => {
  it('[AUTH-1] sends address and password and opens the dashboard', async () => {
    const wire = stubWire({ 'POST login': { body: loginData({ role: 'Secretar' }) } });
    const { href } = await openApp('/login');
    await enter(' secretary@exam.test ');
    await screen.findByRole('heading', { name: /Hello/ });
    expect(href()).toBe('/dashboard');
    expect(wire.sent.find(({ path }) => path === 'login')?.body).toEqual({
      email: 'secretary@exam.test',
      password: 'a password',
    });
  });

  it('[AUTH-11] shows a wrong password in place, keeps the input and stores nothing', async () => {
    stubWire({ 'POST login': refusal(401, 'auth.wrongCredentials') });
    await openApp('/login');
    const before = [{ ...localStorage }, { ...sessionStorage }];
    await enter();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The e-mail address or the password is incorrect.',
    );
    expect(screen.queryByText('Session expired')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('student@exam.test');
    expect([{ ...localStorage }, { ...sessionStorage }]).toEqual(before);
  });

  it('[AUTH-1] shows the refusal in the chosen language', async () => {
    stubWire({ 'POST login': refusal(429, 'auth.throttled', { params: { seconds: 30 } }) });
    await openApp('/login', { language: 'ro' });
    await screen.findByRole('heading', { name: 'Autentificare' });
    type('Adresa de e-mail', 'a@b.ro');
    type('Parola', 'x');
    press('Intră în cont');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Prea multe încercări. Așteaptă 30 s și încearcă din nou.',
    );
  });

  it('[UX-8] reports empty fields without a request', async () => {
    const wire = stubWire();
    await openApp('/login');
    await enter('', '');
    expect(await screen.findAllByText('Required field')).toHaveLength(2);
    expect(wire.calls()).not.toContain('POST login');
    type('Password', 'a password');
    expect(screen.getAllByText('Required field')).toHaveLength(1);
    type('E-mail address', 'student@exam.test');
    expect(screen.queryByText('Required field')).toBeNull();
  });

  it('keeps a refusal in its place until the next response, and then announces it again', async () => {
    const responses = [refusal(401, 'auth.wrongCredentials')];
    let respond = () => {};
    const second = new Promise<void>((resolve) => {
      respond = resolve;
    });
    stubWire({
      'POST login': async () => {
        const first = responses.shift();
        if (first) return first;
        await second;
        return refusal(401, 'auth.wrongCredentials');
      },
    });
    await openApp('/login');
    await enter();
    const words = (await screen.findByRole('alert')).textContent ?? '';
    press('Sign in');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    screen.getByText(words);
    respond();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  it('[UX-15] shows a refused field’s message under the field', async () => {
    const errors = [{ path: 'email', error: 'validation.email', params: {} }];
    stubWire({ 'POST login': refusal(400, 'validation.failed', { errors }) });
    await openApp('/login');
    await enter('nonsense');
    await screen.findByText('Value os not a valid email address');
  });

  it('[UX-17] offers all three languages before signing in', async () => {
    stubWire();
    await openApp('/login');
    await screen.findByRole('heading', { name: 'Sign in' });
    press('Franceza');
    await screen.findByRole('heading', { name: 'Connexion' });
    expect(localStorage.getItem('language')).toBe('fr');
    press('Romana');
    await screen.findByRole('heading', { name: 'Autentificare' });
  });

  it('[UX-17] a language chosen before signing in becomes that of the mails of an account without a choice', async () => {
    const wire = stubWire({
      'POST login': { body: loginData({ role: 'Secretar' }) },
      'PUT profile/language': { status: 204 },
    });
    const saved = () => wire.sent.filter(({ path }) => path === 'profile/language').map(({ body }) => body);
    await openApp('/login');
    await screen.findByRole('heading', { name: 'Sign in' });
    press('Franceza');
    await screen.findByRole('heading', { name: 'Connexion' });
    press('Engleza');
    expect(saved()).toEqual([]);
    await enter();
    await screen.findByRole('heading', { name: /Hello/ });
    expect(saved()).toEqual([{ language: 'en', unlessChosen: true }]);
  });
});

describe('a student of several colleges', () => {
  const enrolment = (pkStudent: number, collegeName: string) => ({
    pkStudent,
    collegeName,
    sectionName: 'S',
    seriesName: 'A',
    year: 2,
  });
  const both = [enrolment(3, 'Medicină'), enrolment(4, 'Farmacie')];
  const first = () => loginData({ pkStudent: 3 }, { pkStudent: 3, userStudentLoginInfos: both });

  it('[AUTH-2] chooses one while signing in', async () => {
    const login = first();
    const other = loginData({ pkStudent: 4 }, { pkStudent: 4, userStudentLoginInfos: both });
    const { accessToken, setPasswordToken: _, ...profile } = other;
    const wire = stubWire({
      'POST login': { body: login },
      'POST renewToken': { body: { accessToken } },
      'GET profile': { body: profile },
    });
    await openApp('/login');
    await enter();
    await screen.findByRole('heading', { name: 'Choose the college' });
    expect(signedIn()).toBeUndefined();
    press(/Farmacie/);
    await waitFor(() => expect(signedIn()?.actor.studentId).toBe(4));
    const renewal = wire.sent.find(({ path }) => path === 'renewToken');
    expect(renewal?.body).toEqual({ pkStudent: 4 });
    expect(renewal?.headers.get('authorization')).toBe(`Bearer ${login.accessToken}`);
    // The password was checked once and is not sent again.
    expect(wire.calls().filter((call) => call === 'POST login')).toHaveLength(1);
  });

  it('[AUTH-2] needs no second call for the first college', async () => {
    const wire = stubWire({ 'POST login': { body: first() } });
    await openApp('/login');
    await enter();
    await screen.findByRole('heading', { name: 'Choose the college' });
    press(/Medicină/);
    await waitFor(() => expect(signedIn()?.actor.studentId).toBe(3));
    expect(wire.calls().filter((call) => call === 'POST login')).toHaveLength(1);
  });
});

describe('the sign-in queue', () => {
  const queued = (seconds: number, ticket: string) => ({
    status: 409,
    body: { error: 'auth.queued', params: { seconds, ticket } },
  });
  /** Queues the sign-in the given number of times, then accepts it. */
  const queue = (...responses: ReturnType<typeof queued>[]) =>
    stubWire({ 'POST login': () => responses.shift() ?? { body: loginData({ role: 'Secretar' }) } });
  const bodies = (wire: ReturnType<typeof stubWire>) =>
    wire.sent.filter(({ path }) => path === 'login').map(({ body }) => body);
  const typed = { email: 'student@exam.test', password: 'a password' };

  it('[SAFE-18] shows when the turn comes, and retries automatically with the ticket', async () => {
    const wire = queue(queued(1, 'first'), queued(1, 'second'));
    const { href } = await openApp('/login');
    await enter();
    const notice = await screen.findByRole('group', { name: 'Many people are signing in.' });
    expect(notice.textContent).toMatch(/Your turn comes in about 1 s/);
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(href()).toBe('/dashboard'));
    expect(bodies(wire)).toEqual([typed, { ...typed, ticket: 'first' }, { ...typed, ticket: 'second' }]);
  });

  it('[SAFE-18] [UX-8] announces the time once, politely, and keeps the input', async () => {
    queue(queued(600, 'a ticket'));
    await openApp('/login');
    await enter();
    const status = await screen.findByRole('status');
    expect(status.textContent).toBe('Many people are signing in. Your turn comes in about 10 min.');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('student@exam.test');
    expect(screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' }).value).toBe(
      'a password',
    );
  });

  it('[SAFE-18] asks again before the end of a long wait, and shows a shorter one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const wire = queue(queued(80, 'first'), queued(30, 'second'));
    const { href } = await openApp('/login');
    await enter();
    await screen.findByText(/Your turn comes in about (80|79) s/);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(bodies(wire)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    const notice = screen.getByRole('group', { name: 'Many people are signing in.' });
    expect(notice.textContent).toMatch(/Your turn comes in about (30|29) s/);
    await vi.advanceTimersByTimeAsync(21_000);
    await waitFor(() => expect(href()).toBe('/dashboard'));
    expect(bodies(wire)).toEqual([typed, { ...typed, ticket: 'first' }, { ...typed, ticket: 'second' }]);
  });

  it('[SAFE-18] can cancel and try again without the ticket', async () => {
    const wire = queue(queued(600, 'a ticket'));
    const { href } = await openApp('/login');
    await enter();
    await screen.findByRole('status');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' }).value).toBe(
      'a password',
    );
    press('Sign in');
    await waitFor(() => expect(href()).toBe('/dashboard'));
    expect(bodies(wire)).toEqual([typed, typed]);
  });

  it('[AUTH-11] shows a wrong password once the turn has come', async () => {
    const responses = [queued(1, 'a ticket'), refusal(401, 'auth.wrongCredentials')];
    stubWire({ 'POST login': () => responses.shift() ?? {} });
    await openApp('/login');
    await enter();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The e-mail address or the password is incorrect.',
    );
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each([
    [
      'ro',
      'Autentificare',
      'Adresa de e-mail',
      'Parola',
      'Intră în cont',
      'Multe persoane se autentifică acum. Îți vine rândul în aproximativ 60 s.',
    ],
    [
      'fr',
      'Connexion',
      'Adresse e-mail',
      'Mot de passe',
      'Se connecter',
      'Beaucoup de personnes se connectent en ce moment. Ce sera votre tour dans environ 60 s.',
    ],
  ] as const)('[AUTH-1] shows the message in %s', async (language, title, email, password, submit, text) => {
    queue(queued(60, 'a ticket'));
    await openApp('/login', { language });
    await screen.findByRole('heading', { name: title });
    type(email, 'a@b.ro');
    type(password, 'x');
    press(submit);
    expect((await screen.findByRole('status')).textContent).toBe(text);
  });
});

describe('passwords', () => {
  it('[AUTH-10] gives the same response for every address when a password is forgotten', async () => {
    const wire = stubWire({ 'POST forgotPassword': { status: 204 } });
    await openApp('/login');
    await screen.findByRole('heading', { name: 'Sign in' });
    press('Forgot your password?');
    type('E-mail address', 'nobody@exam.test');
    press('Send the link');
    await screen.findByText(/If there is an account with this address/);
    expect(wire.sent.at(-1)?.body).toEqual({ email: 'nobody@exam.test' });
  });

  it('[AUTH-10] a link lets its owner choose a password and then sign in', async () => {
    const wire = stubWire({ 'POST setPassword': { status: 204 } });
    await openApp('/login?setPassword=0123456789');
    await screen.findByRole('heading', { name: 'Choose a password' });
    type('New password', 'short');
    press('Save the password');
    await screen.findByText('At least 10 characters are needed');
    type('New password', 'long enough now');
    type('Repeat the password', 'long enough nov');
    press('Save the password');
    await screen.findByText('The two passwords are not the same');
    expect(wire.calls()).not.toContain('POST setPassword');
    type('Repeat the password', 'long enough now');
    press('Save the password');
    await screen.findByText('The password is saved. You can sign in with it now.');
    expect(wire.sent.find(({ path }) => path === 'setPassword')?.body).toEqual({
      token: '0123456789',
      password: 'long enough now',
    });
  });

  it('[AUTH-10] says that a link has been used', async () => {
    stubWire({ 'POST setPassword': refusal(400, 'auth.linkInvalid') });
    await openApp('/login?setPassword=used');
    await screen.findByRole('heading', { name: 'Choose a password' });
    type('New password', 'long enough now');
    type('Repeat the password', 'long enough now');
    press('Save the password');
    expect((await screen.findByRole('alert')).textContent).toMatch(/has expired or was already used/);
  });

  it('[AUTH-10] requires a new password first after a one-time password', async () => {
    stubWire({
      'POST login': { body: loginData({}, { setPasswordToken: 'once' }) },
      'POST setPassword': { status: 204 },
    });
    await openApp('/login');
    await enter();
    await screen.findByRole('heading', { name: 'Choose a password' });
    expect(signedIn()).toBeUndefined();
  });
});

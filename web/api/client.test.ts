import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { login, oneTimePassword } from '#contract/auth.ts';
import type { ListOf } from '#contract/crud-calls.ts';
import type { student } from '#contract/entities/people.ts';
import type { room } from '#contract/entities/room.ts';
import type { ItemOf } from '#contract/item.ts';
import type { exportPerson } from '#contract/privacy.ts';
import type { ApiError } from '#web/base/api-error.ts';
import { chooseLanguage } from '#web/base/i18n.ts';
import { authenticatedFlag, forgetSignIn, onSessionLost, signedIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { api, call, callList, downloadCall } from './client.ts';

const notices = () => notificationsStore.getState().notifications;
const texts = () => notices().map(({ message }) => message);

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await chooseLanguage('en');
  signIn(loginData({ role: 'Admin' }));
});
afterEach(() => {
  notifications.clean();
  forgetSignIn('signedOut');
  vi.unstubAllGlobals();
});

const refused = (status: number, error: string, more: object = {}) => ({
  status,
  body: { error, params: {}, ...more },
});
const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject('no'),
    (error) => error,
  );

describe('a call', () => {
  it('[API-1] sends the bearer token below the institution’s prefix', async () => {
    const wire = stubWire({ 'GET examrooms': { body: [], headers: { 'x-total-count': '17' } } });
    const response = await api.get('examrooms', { query: { search: 'sala', skip: 0, sort: undefined } });
    expect(response).toEqual({ data: [], total: 17 });
    expect(wire.sent[0]?.headers.get('authorization')).toBe(`Bearer ${signedIn()?.token}`);
    expect(wire.sent[0]?.query.toString()).toBe('search=sala&skip=0');
  });

  it('[API-1] fills the path parameters of the contract', async () => {
    const wire = stubWire({ 'POST users/5/oneTimePassword': { body: { email: 'a@b.ro', password: 'x' } } });
    const response = await call<typeof oneTimePassword>('POST users/:id/oneTimePassword', {
      params: { id: 5 },
    });
    expect(response.email).toBe('a@b.ro');
    expect(wire.calls()).toEqual(['POST users/5/oneTimePassword']);
  });

  it('does not compile with other parameters, queries or kinds of calls', () => {
    stubWire();
    const notMade = () => [
      // @ts-expect-error the path has no parameter of this name
      call<typeof oneTimePassword>('POST users/:id/oneTimePassword', { params: { userId: 5 } }),
      // @ts-expect-error the parameter is a number
      call<typeof oneTimePassword>('POST users/:id/oneTimePassword', { params: { id: 'five' } }),
      // @ts-expect-error the parameters are missing
      call<typeof oneTimePassword>('POST users/:id/oneTimePassword'),
      // @ts-expect-error another path than that of the call
      callList<ListOf<typeof room>>('GET rooms', { query: { take: 5 } }),
      // @ts-expect-error not a list
      callList<typeof oneTimePassword>('POST users/:id/oneTimePassword', { params: { id: 5 } }),
      // @ts-expect-error not a file
      downloadCall<typeof oneTimePassword>('POST users/:id/oneTimePassword', { params: { id: 5 } }),
      // @ts-expect-error the format is required
      downloadCall<typeof exportPerson>('GET users/:id/export', { params: { id: 5 } }),
    ];
    const rowOf = (row: ItemOf<typeof room>): readonly [string, number] => [row.name, row.slotCount];
    // @ts-expect-error a room has no such column
    const misnamed = (row: ItemOf<typeof room>) => row.seats;
    // @ts-expect-error personal values may be null
    const personal = (row: ItemOf<typeof student>): string => row.cnp;
    expect([notMade, rowOf, misnamed, personal]).toHaveLength(4);
  });
});

describe('a busy server', () => {
  const busy = refused(429, 'request.tooMany', { params: { seconds: 5 } });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[SAFE-18] gets a retried list request after the delay it named, without a notice', async () => {
    vi.useFakeTimers();
    const before = stubWire({ 'GET rows': busy });
    const listed = api.get('rows');
    await vi.advanceTimersByTimeAsync(4_900);
    expect(before.calls()).toEqual(['GET rows']);
    const after = stubWire({ 'GET rows': { body: [1] } });
    await vi.advanceTimersByTimeAsync(200);
    expect((await listed).data).toEqual([1]);
    expect(after.calls()).toEqual(['GET rows']);
    expect(texts()).toEqual([]);
  });

  it('[SAFE-18] gets at most four requests, then a notice is shown', async () => {
    vi.useFakeTimers();
    const wire = stubWire({ 'GET rows': busy });
    const refusal = failureOf(api.get('rows'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await refusal).code).toBe('request.tooMany');
    expect(wire.calls()).toHaveLength(4);
    expect(texts()).toEqual(['Too many requests are in progress at the moment. Try again in 5 seconds.']);
  });

  it('[SAFE-18] gets no retries of aborted requests and of writes', async () => {
    vi.useFakeTimers();
    const wire = stubWire({ 'GET rows': busy, 'POST rows': busy });
    const left = new AbortController();
    const refusal = failureOf(api.get('rows', { signal: left.signal }));
    await vi.advanceTimersByTimeAsync(100);
    left.abort();
    await refusal;
    expect((await failureOf(api.post('rows', {}))).code).toBe('request.tooMany');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wire.calls()).toEqual(['GET rows', 'POST rows']);
  });
});

describe('refusals', () => {
  it("[MSG-2][AUTH-5] says 'Session expired' once on 401 and signs out", async () => {
    stubWire({ 'GET rows': refused(401, 'auth.expired') });
    await Promise.all([failureOf(api.get('rows')), failureOf(api.get('rows'))]);
    expect(texts()).toEqual(['Session expired']);
    expect(authenticatedFlag()).toBe('false');
    expect(sessionStorage.getItem('userId')).toBe('0');
  });

  it("[MSG-2][AUTH-5] says 'Unautorized!' on 403 and signs out", async () => {
    stubWire({ 'GET rows': refused(403, 'auth.forbidden') });
    await failureOf(api.get('rows'));
    expect(texts()).toEqual(['Unautorized!']);
    expect(signedIn()).toBeUndefined();
  });

  it("[AUTH-11] reports a wrong password to the form, never 'Session expired', and changes no stored state", async () => {
    stubWire({ 'POST login': refused(401, 'auth.wrongCredentials') });
    const before = { ...sessionStorage };
    const error = await failureOf(
      call<typeof login>('POST login', { body: { email: 'a@b.ro', password: 'x' }, handled: true }),
    );
    expect(error.code).toBe('auth.wrongCredentials');
    expect(texts()).toEqual([]);
    expect({ ...sessionStorage }).toEqual(before);
  });

  it("[MSG-1] says 'The server is unavaible. Please try again later!' when the server is unreachable", async () => {
    stubWire({ 'GET rows': 'unreachable' });
    const error = await failureOf(api.get('rows', { handled: true }));
    expect(texts()).toEqual(['The server is unavaible. Please try again later!']);
    expect(error.code).toBe('server.unavailable');
    expect(authenticatedFlag()).toBe('true');
  });

  it('[MSG-3][SHELL-7] shows any other refusal as a translated notice of the group appWarning that stays', async () => {
    stubWire({ 'DELETE rows/1': refused(409, 'resource.inUse', { params: { by: 'slots', count: 3 } }) });
    await failureOf(api.delete('rows/1'));
    expect(texts()).toEqual(['It cannot be deleted or changed like this because it is used by slots (3).']);
    expect(notices()[0]).toMatchObject({ autoClose: false, 'data-group': 'appWarning' });
  });

  it('[MSG-3] shows one notice per error in a list', async () => {
    const errors = [
      { path: 'name', error: 'validation.required', params: {} },
      { path: 'seats', error: 'validation.min', params: { min: 1 } },
    ];
    stubWire({ 'POST rows': refused(400, 'validation.failed', { errors }) });
    const error = await failureOf(api.post('rows', {}));
    expect(texts()).toEqual(['Required field', 'The value must be at least 1']);
    expect(error.errors.map(({ path }) => path)).toEqual(['name', 'seats']);
  });

  it('[MSG-3] shows no notice for a refusal the caller handles', async () => {
    stubWire({ 'POST rows': refused(409, 'slot.overlap') });
    const error = await failureOf(api.post('rows', {}, { handled: true }));
    expect(error.code).toBe('slot.overlap');
    expect(texts()).toEqual([]);
  });

  it('[MSG-14] says that a missing resource was not found', async () => {
    stubWire();
    await failureOf(api.get('rows/9'));
    expect(texts()).toEqual(['The requested resource was not found']);
  });

  it('[MSG-3] treats a failure without a body or with an unknown code as a server failure', async () => {
    stubWire({ 'GET a': { status: 500 }, 'GET b': refused(400, 'no.such.code'), 'GET c': { status: 503 } });
    const codes = await Promise.all(
      ['a', 'b', 'c'].map(async (path) => (await failureOf(api.get(path))).code),
    );
    expect(codes).toEqual(['server.failed', 'server.failed', 'server.unavailable']);
  });

  it('[MSG-2] keeps a newer sign-in when a response to an older token is 401', async () => {
    stubWire({ 'GET rows': refused(401, 'auth.expired') });
    const late = failureOf(api.get('rows'));
    signIn(loginData({ role: 'Admin', sub: '8' }));
    await late;
    expect(signedIn()?.actor.userId).toBe(8);
  });

  it('[AUTH-3] calls the registered handler on a lost sign-in and stays on the page', async () => {
    stubWire({ 'GET rows': refused(401, 'auth.expired') });
    const onLost = vi.fn();
    const stop = onSessionLost(onLost);
    await failureOf(api.get('rows'));
    expect(onLost).toHaveBeenCalledOnce();
    expect(signedIn()).toBeDefined();
    stop();
    await failureOf(api.get('rows'));
    expect(signedIn()).toBeUndefined();
  });

  it('[EXAM-8] only returns the refusal to a caller that handles everything', async () => {
    stubWire({ 'PUT examSave': refused(401, 'auth.expired'), 'GET rows': 'unreachable' });
    const codes = [
      (await failureOf(api.put('examSave', {}, { handled: 'entirely' }))).code,
      (await failureOf(api.get('rows', { handled: 'entirely' }))).code,
    ];
    expect(codes).toEqual(['auth.expired', 'server.unavailable']);
    expect(texts()).toEqual([]);
    expect(authenticatedFlag()).toBe('true');
  });
});

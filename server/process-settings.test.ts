import { describe, expect, it } from 'vitest';
import { readProcessSettings } from './process-settings.ts';

describe('the settings of the process', () => {
  it('have defaults for a fresh clone', () => {
    expect(readProcessSettings({})).toMatchObject({
      PORT: 3000,
      INSTITUTION: 'umfst',
      WORKERS: 1,
      DEAN_EMAILS: [],
    });
  });

  it('[OPS-3] serve metrics only when a port is set, and then only on this machine', () => {
    expect(readProcessSettings({})).toMatchObject({ METRICS_HOST: '127.0.0.1' });
    expect(readProcessSettings({}).METRICS_PORT).toBeUndefined();
  });

  it('treat an empty variable as unset', () => {
    expect(readProcessSettings({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(readProcessSettings({}));
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['WORKERS', '0'],
    ['WORKERS', '1.5'],
    ['DATABASE_URL', 'mysql://localhost/exams'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://one,two:port/exams'],
    ['INSTITUTION', 'a/b'],
    ['DEMO', 'perhaps'],
    ['TOKEN_SECRET', 'short'],
    ['LDAP_URL', 'http://directory'],
    ['SMTP_URL', 'mail'],
    ['PUBLIC_URL', 'ftp://exams'],
    ['LOG_LEVEL', 'loud'],
    ['CONNECTIONS_PER_ADDRESS', '0'],
    ['STALL_SECONDS', '-1'],
    ['BODY_SECONDS', '0'],
    ['HASHING_THREADS', '0'],
    ['SIGN_IN_WAIT_SECONDS', '30'],
  ])('stop the start when %s is %j, and name it', (name, value) => {
    expect(() => readProcessSettings({ [name]: value })).toThrow(`The setting ${name} is wrong`);
  });

  it('accept several database hosts', () => {
    const DATABASE_URL = 'postgres://exam:secret@one:5432,two:5433/exam';
    expect(readProcessSettings({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('report every wrong value, not only the first', () => {
    expect(() => readProcessSettings({ PORT: 'x', WORKERS: 'y' })).toThrow(/PORT[\s\S]*WORKERS/);
  });
});

import { describe, expect, it } from 'vitest';
import { readProcessSettings } from '#server/process-settings.ts';
import { linkBase } from './link-base.ts';

const request = (host: string, localPort?: number) => ({
  protocol: 'http' as const,
  host,
  socket: { localPort },
});

describe('the base address of links in e-mails', () => {
  it('[AUTH-10] is the public address, whatever host the request names', () => {
    const settings = readProcessSettings({ PUBLIC_URL: 'https://exams.university.test' });
    expect(linkBase(settings, request('evil.test'))).toBe('https://exams.university.test');
  });

  it('[AUTH-10] is this machine by default, never a forged host name', () => {
    const settings = readProcessSettings({});
    expect(linkBase(settings, request('localhost:3000'))).toBe('http://localhost:3000');
    expect(linkBase(settings, request('127.0.0.1:3000'))).toBe('http://127.0.0.1:3000');
    expect(linkBase(settings, request('localhost'))).toBe('http://localhost');
    expect(linkBase(settings, request('evil.test'))).toBeUndefined();
    expect(linkBase(settings, request('localhost.evil.test'))).toBeUndefined();
    for (const forged of [
      'localhost:1@evil.test',
      'localhost:@evil.test',
      'localhost@evil.test',
      'localhost:abc',
    ])
      expect(linkBase(settings, request(forged)), forged).toBeUndefined();
  });

  it('[AUTH-10] is never another port of this machine, where somebody else may listen', () => {
    const settings = readProcessSettings({});
    expect(linkBase(settings, request('localhost:3001'))).toBeUndefined();
    expect(linkBase(settings, request('localhost:3001', 3001))).toBe('http://localhost:3001');
    expect(linkBase(settings, request('localhost:3000', 3001))).toBeUndefined();
  });
});

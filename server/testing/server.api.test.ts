import { expect, it } from 'vitest';
import { signedInAs } from './accounts.ts';
import { useTestServer } from './server.ts';

const server = useTestServer();

it.each(['admin', 'dean', 'teacher', 'secretary', 'generalSecretary', 'student'] as const)(
  '[ROLE-4] the test server accepts the token of its %s and refuses calls without a token',
  async (kind) => {
    const somebody = await signedInAs(server, kind);
    expect((await somebody.get('profile')).statusCode).toBe(200);
    expect((await server.caller().get('profile')).statusCode).toBe(401);
  },
);

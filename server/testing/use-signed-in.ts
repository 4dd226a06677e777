import { type SignedInPerson, signedInAs } from './accounts.ts';
import type { TestServer } from './server.ts';
import { useStarted } from './use-started.ts';

/** A person with this role, signed in before the tests of the file or block. */
export const useSignedInAs = (server: TestServer, role: Parameters<typeof signedInAs>[1]): SignedInPerson =>
  useStarted(
    () => signedInAs(server, role),
    () => undefined,
  );

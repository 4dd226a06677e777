import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'ldapts';
import { freePort } from '#server/db/free-port.ts';
import { findSlapd, type SlapdCommand } from '#tools/slapd.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type DirectoryPerson = { readonly uid: string; readonly mail: string; readonly password: string };

export type TestDirectory = {
  /** The environment of a server that uses this directory. */
  readonly environment: Record<string, string>;
  add(person: DirectoryPerson): Promise<void>;
  stop(): Promise<void>;
};

const base = 'dc=exam,dc=test';
const manager = { dn: `cn=manager,${base}`, password: 'manager of the test directory' };

const configuration = (command: SlapdCommand, folder: string) => `
${['core', 'cosine', 'inetorgperson'].map((name) => `include ${command.schemas}/${name}.schema`).join('\n')}
${command.modules ? `modulepath ${command.modules}\nmoduleload back_mdb` : ''}
allow bind_anon_dn
pidfile ${folder}/slapd.pid
argsfile ${folder}/slapd.args
database mdb
maxsize 33554432
suffix "${base}"
rootdn "${manager.dn}"
rootpw "${manager.password}"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=reader,${base}" read by * none
`;

async function managing(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ url, connectTimeout: 1000, timeout: 5000 });
  try {
    await client.bind(manager.dn, manager.password);
    await work(client);
  } finally {
    await client.unbind().catch(() => {});
  }
}

async function untilReady(url: string, slapd: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (slapd.exitCode !== null) throw new Error(`slapd ended: ${output()}`);
    const ready = await managing(url, async () => {}).then(
      () => true,
      () => false,
    );
    if (ready) return;
    await wait(50);
  }
  throw new Error(`slapd did not become ready: ${output()}`);
}

type Slapd = { readonly url: string; readonly slapd: ChildProcess; kill(): void };

/** Another program can take the free port before slapd does; slapd then exits and is started once more. */
async function startSlapd(command: SlapdCommand, folder: string, attempts = 3): Promise<Slapd> {
  const url = `ldap://127.0.0.1:${await freePort()}`;
  const slapd = spawn(command.program, ['-h', url, '-f', join(folder, 'slapd.conf'), '-d', '0'], {
    env: { ...process.env, ...command.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  slapd.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const kill = () => slapd.kill('SIGKILL');
  process.once('exit', kill);
  try {
    await untilReady(url, slapd, () => output);
    return { url, slapd, kill };
  } catch (error) {
    process.off('exit', kill);
    if (attempts === 1 || slapd.exitCode === null) throw error;
    return startSlapd(command, folder, attempts - 1);
  }
}

/** Starts a real slapd with only a reader account. Returns a reason when slapd cannot run on this machine. */
export async function testDirectory(): Promise<TestDirectory | string> {
  const command = await findSlapd();
  if ('missing' in command) return command.missing;
  const folder = await temporaryFolder('exam-slapd-');
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'slapd.conf'), configuration(command, folder));
  const { url, slapd, kill } = await startSlapd(command, folder);
  await managing(url, async (client) => {
    await client.add(base, { objectClass: ['dcObject', 'organization'], dc: 'exam', o: 'University' });
    await client.add(`cn=reader,${base}`, {
      objectClass: ['simpleSecurityObject', 'organizationalRole'],
      cn: 'reader',
      userPassword: 'reader of the test directory',
    });
  });

  return {
    environment: {
      LDAP_URL: url,
      LDAP_BASE: base,
      LDAP_BIND_DN: `cn=reader,${base}`,
      LDAP_BIND_PASSWORD: 'reader of the test directory',
    },
    add: ({ uid, mail, password }) =>
      managing(url, (client) =>
        client.add(`uid=${uid},${base}`, {
          objectClass: ['inetOrgPerson'],
          cn: uid,
          sn: uid,
          mail,
          userPassword: password,
        }),
      ),
    stop: async () => {
      process.off('exit', kill);
      if (slapd.exitCode === null && slapd.signalCode === null) {
        const ended = once(slapd, 'exit');
        slapd.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

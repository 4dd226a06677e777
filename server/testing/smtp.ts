import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { useStarted } from './use-started.ts';

export type ReceivedMail = {
  readonly from: string;
  /** The user name the sender signed in with. */
  readonly user: string | undefined;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The calendar file, with its content type. */
  readonly calendar: { readonly type: string; readonly text: string } | undefined;
};

export type TestMailServer = {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Waits until the given number of messages has arrived. */
  arrived(count: number): Promise<readonly ReceivedMail[]>;
  stop(): Promise<void>;
};

const decodeWord = (_: string, encoding: string, text: string) =>
  encoding.toUpperCase() === 'B'
    ? Buffer.from(text, 'base64').toString('utf8')
    : decodeQuoted(text.replaceAll('_', ' '));

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

type Part = { readonly type: string; readonly text: string };

const headerOf = (head: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';

/** The decoded content parts of a message. */
function partsOf(raw: string): Part[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const type = headerOf(head, 'Content-Type');
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
  const encoding = headerOf(head, 'Content-Transfer-Encoding').toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : body;
  return [{ type, text }];
}

/** Parses our messages: folded headers, encoded words, parts, transfer encoding. */
function readMail(envelope: Pick<ReceivedMail, 'from' | 'user' | 'to'>, raw: string): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n');
  const parts = partsOf(raw);
  const subject = headerOf(head, 'Subject')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, decodeWord);
  const text = parts.find(({ type }) => !/^text\/calendar|^application\//i.test(type))?.text ?? '';
  return { ...envelope, subject, text, calendar: parts.find(({ type }) => /^text\/calendar/i.test(type)) };
}

type Mailboxes = {
  readonly refuses?: string;
  /** The password senders need; without one, sign-in is impossible. */
  readonly password?: string;
};

/** A real mail server that stores all messages except those for one refused recipient. */
async function testMailServer({ refuses, password }: Mailboxes): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const watchers = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    onAuth: (given, _session, done) =>
      given.password === password
        ? done(null, { user: given.username })
        : done(new Error('the password is wrong')),
    onRcptTo: ({ address }, _session, done) =>
      done(address === refuses ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          user: session.user === undefined ? undefined : String(session.user),
          to: rcptTo.map((recipient) => recipient.address),
        };
        received.push(readMail(envelope, Buffer.concat(chunks).toString('utf8')));
        done();
        for (const watcher of watchers) watcher();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          watchers.delete(check);
          resolve(received);
        };
        watchers.add(check);
        check();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export const useTestMailServer = (mailboxes: Mailboxes = {}): TestMailServer =>
  useStarted(
    () => testMailServer(mailboxes),
    (mail) => mail.stop(),
  );

/** The environment of a server that sends its mail there. */
export const mailEnvironment = ({ url }: TestMailServer) => ({
  SMTP_URL: url,
  PUBLIC_URL: 'https://exams.university.test',
});

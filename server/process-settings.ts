import { z } from 'zod';
import { hostsOf } from './db/hosts.ts';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** One host or several, as in `postgres://user:password@one,two:5433/exam`. */
const databaseAddress = z.string().refine(
  (address) => {
    const isAddress = (host: string) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(host).success;
    return /^\w+:\/\//.test(address) && hostsOf(address).every(isAddress);
  },
  { error: 'Invalid URL' },
);

/** Settings of the process from the environment. Settings that administrators change at run time are in the database. */
const schema = z.object({
  DATABASE_URL: z.preprocess(blankIsAbsent, databaseAddress.optional()),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(65_535).default(3000)),
  INSTITUTION: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[a-z0-9-]+$/i)
      .default('umfst'),
  ),
  WORKERS: z.preprocess(blankIsAbsent, z.coerce.number().int().min(1).max(64).default(1)),
  /** Load the demo university; by default only on the embedded database. */
  DEMO: z.preprocess(blankIsAbsent, flag.optional()),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().optional()),
  /** The product's public address, for links in e-mails. */
  PUBLIC_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^https?$/ }).optional()),
  /** Signs tokens; by default generated at first start and stored in the database. */
  TOKEN_SECRET: z.preprocess(blankIsAbsent, z.string().min(32).optional()),
  /** The address of the administrator that the first start creates. */
  ADMIN_EMAIL: z.preprocess(blankIsAbsent, z.email().default('admin@exam.local')),
  DEAN_EMAILS: list,
  /** The number of trusted reverse proxies in front, which name the client's address. */
  TRUSTED_PROXIES: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(10).default(0)),
  /** Connections per address; a room of students shares one. Not counted behind trusted proxies. */
  CONNECTIONS_PER_ADDRESS: z.preprocess(
    blankIsAbsent,
    z.coerce.number().int().min(1).max(1_000_000).default(1000),
  ),
  /** Seconds until a stalled request or an unread response is closed. */
  STALL_SECONDS: z.preprocess(blankIsAbsent, z.coerce.number().min(0.2).max(300).default(30)),
  /**
   * The time limit of a body in seconds after its headers, plus one second per 64 KiB that has arrived, even if it
   * arrives steadily.
   */
  BODY_SECONDS: z.preprocess(blankIsAbsent, z.coerce.number().min(0.2).max(600).default(30)),
  LDAP_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^ldaps?$/ }).optional()),
  LDAP_BASE: z.preprocess(blankIsAbsent, z.string().optional()),
  /** The attribute that holds the institutional e-mail address. */
  LDAP_MAIL_ATTRIBUTE: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[a-zA-Z][a-zA-Z0-9-]*$/)
      .default('mail'),
  ),
  LDAP_BIND_DN: z.preprocess(blankIsAbsent, z.string().optional()),
  LDAP_BIND_PASSWORD: z.preprocess(blankIsAbsent, z.string().optional()),
  SMTP_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^smtps?$/ }).optional()),
  /** Allow official exams on a database that can lose acknowledged saves in a crash; for tests. */
  ALLOW_UNSAFE_DATABASE: z.preprocess(blankIsAbsent, flag.default(false)),
  /** Passwords hashed at a time in this process; by default the cores of the machine divided by its processes. */
  HASHING_THREADS: z.preprocess(blankIsAbsent, z.coerce.number().int().min(1).max(64).optional()),
  /** How long a sign-in waits for its turn before it gets a ticket; a response is due within 20 seconds. */
  SIGN_IN_WAIT_SECONDS: z.preprocess(blankIsAbsent, z.coerce.number().min(0.1).max(18).default(18)),
  /**
   * How much nicer than other backends lists and exports run in a database on this machine; 0 changes
   * nothing.
   */
  LIST_NICENESS: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(19).default(12)),
  /** The port of the metrics for Prometheus; if absent, they are not served. */
  METRICS_PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(1).max(65_535).optional()),
  METRICS_HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  NODE_ENV: z.preprocess(blankIsAbsent, z.enum(['production', 'development', 'test']).default('production')),
});

export type ProcessSettings = z.output<typeof schema>;

/** Reads the environment once; a wrong value stops the start with a message that names it. */
export function readProcessSettings(
  environment: Readonly<Record<string, string | undefined>>,
): ProcessSettings {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const sentences = result.error.issues.map(
    (issue) => `The setting ${issue.path.join('.')} is wrong: ${issue.message}.`,
  );
  throw new Error(sentences.join('\n'));
}

import pg from 'pg';

export type SilenceLimits = {
  /** How long a statement runs before its server is asked whether it is still there. */
  readonly askAfterMilliseconds: number;
  /** How long the server then has to respond. */
  readonly giveUpAfterMilliseconds: number;
};
export const usualSilence: SilenceLimits = { askAfterMilliseconds: 5000, giveUpAfterMilliseconds: 5000 };

/** Watches a statement in progress and calls back if its server is gone; returns how to stop watching. */
export type SilenceWatch = (whenGone: () => void) => () => void;

const attempts = new Map<string | undefined, Promise<boolean>>();

/** Whether a server responds to a new connection, if only with a refusal. Concurrent callers share one attempt. */
function responds(config: pg.ClientConfig, milliseconds: number): Promise<boolean> {
  const ask = async () => {
    const client = new pg.Client({
      ...config,
      application_name: 'exam-platform-probe',
      connectionTimeoutMillis: milliseconds,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      client.end().catch(() => {});
      return true;
    } catch (error) {
      return error instanceof pg.DatabaseError;
    }
  };
  const { connectionString } = config;
  const attempt = attempts.get(connectionString) ?? ask().finally(() => attempts.delete(connectionString));
  attempts.set(connectionString, attempt);
  return attempt;
}

/**
 * A machine without power or network says nothing, and the operating system would wait a quarter of an hour for it. A
 * statement that is merely slow, or waits for a synchronous standby, is not given up: its server responds.
 */
export const watchSilence =
  (config: pg.ClientConfig, { askAfterMilliseconds, giveUpAfterMilliseconds } = usualSilence): SilenceWatch =>
  (whenGone) => {
    let isOver = false;
    let timer: NodeJS.Timeout;
    const ask = async () => {
      const isThere = await responds(config, giveUpAfterMilliseconds);
      if (isOver) return;
      if (isThere) wait();
      else whenGone();
    };
    const wait = () => {
      timer = setTimeout(ask, askAfterMilliseconds);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  };

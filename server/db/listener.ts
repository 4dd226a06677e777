import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { usualSilence } from './silence.ts';
import { quoted } from './sql.ts';

export type Subscription = { unlisten(): Promise<void> };

const millisecondsBetweenAttempts = 200;
/** While nothing is sent on a connection, nobody notices that it is dead. It is asked this much less often than a running statement. */
const askedLess = 6;

/** Listens on its own connection, and reconnects when that is lost. */
export async function openListener(
  address: string,
  options: ConnectionOptions,
  channel: string,
  onNotify: (payload: string) => void,
  onListen: () => void = () => {},
): Promise<Subscription> {
  let isEnded = false;
  let current: Connection | undefined;

  const command = `listen ${quoted(channel)}`;
  const { askAfterMilliseconds, giveUpAfterMilliseconds } = options.silence ?? usualSilence;

  const ask = async (connection: Connection): Promise<void> => {
    const isLate = () => void connection.close().catch(() => {});
    const timer = setTimeout(isLate, askAfterMilliseconds + giveUpAfterMilliseconds).unref();
    await connection.command(command).catch(() => {});
    clearTimeout(timer);
  };

  const listen = async (): Promise<void> => {
    const connection = await connect(address, options);
    const lost = new Promise<void>((resolve) => connection.onLost(resolve));
    connection.onNotification((_channel, payload) => onNotify(payload));
    try {
      await connection.command(command);
    } catch (error) {
      await connection.close();
      throw error;
    }
    current = connection;
    if (isEnded) return connection.close();
    onListen();
    const asking = setInterval(() => void ask(connection), askedLess * askAfterMilliseconds).unref();
    void lost.then(() => clearInterval(asking)).then(listenAgain);
  };

  const listenAgain = async (): Promise<void> => {
    while (!isEnded) {
      try {
        return await listen();
      } catch {
        // The database is unavailable; other queries report it.
        await pause(millisecondsBetweenAttempts, undefined, { ref: false });
      }
    }
  };

  await listen();
  return {
    unlisten: async () => {
      if (isEnded) return;
      isEnded = true;
      await current?.close();
    },
  };
}

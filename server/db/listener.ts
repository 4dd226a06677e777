import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { quoted } from './sql.ts';

export type Subscription = { unlisten(): Promise<void> };

const millisecondsBetweenAttempts = 200;

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

  const listen = async (): Promise<void> => {
    const connection = await connect(address, options);
    const lost = new Promise<void>((resolve) => connection.onLost(resolve));
    connection.onNotification((_channel, payload) => onNotify(payload));
    try {
      await connection.command(`listen ${quoted(channel)}`);
    } catch (error) {
      await connection.close();
      throw error;
    }
    current = connection;
    if (isEnded) return connection.close();
    onListen();
    void lost.then(listenAgain);
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

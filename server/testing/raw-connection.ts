import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP connection that sends raw text and records the response. */
export type RawConnection = {
  readonly socket: Socket;
  send(text: string): void;
  /** Everything received so far. */
  received(): string;
  readonly isClosed: boolean;
  /** Resolves with everything received when the server closes the connection. */
  closed(): Promise<string>;
  /** Resolves when the received data contains the text. */
  receives(text: string): Promise<string>;
  destroy(): void;
};

/** Connects to a local port from the given address. */
export async function rawConnection(port: number, from = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let received = '';
  let isClosed = false;
  const changes = new Set<() => void>();
  const changed = () => {
    for (const check of changes) check();
  };
  socket.on('data', (piece) => {
    received += piece.toString('latin1');
    changed();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    changed();
  });
  await once(socket, 'connect');
  const until = (isTrue: () => boolean) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (isTrue()) resolve(received);
        else if (isClosed) reject(new Error(`closed after: ${received}`));
        else return;
        changes.delete(check);
      };
      changes.add(check);
      check();
    });
  return {
    socket,
    send: (text) => void socket.write(text),
    received: () => received,
    get isClosed() {
      return isClosed;
    },
    closed: () => until(() => isClosed),
    receives: (text) => until(() => received.includes(text)),
    destroy: () => void socket.destroy(),
  };
}

/** Status and body of the single response in a text. */
export function responseIn(text: string): { readonly status: number; readonly body: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, requestText } from '../exam/http-load.ts';

/** Background load until stopped. Returns a summary. */
export type Disturbance = { stop(): Promise<Readonly<Record<string, unknown>>> };

const count = (counts: Record<string, number>, name: string | number) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** The slowest lists of a university with 100,000 students. */
const slowest = [
  'students?search=exam&take=500',
  'students?search=an&take=500&sort=lastName&desc=true',
  'students/export?format=csv',
  'students?take=500&skip=50000&sort=lastName',
  'students/export?format=xlsx&search=an',
  'examrooms?search=cladirea&take=500',
  'examrooms/export?format=csv',
];

function statusOf(port: number, path: string, token: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = get(
      {
        port,
        host: '127.0.0.1',
        agent,
        path: `/api/umfst/${path}`,
        headers: { authorization: `Bearer ${token}` },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    request.on('error', () => resolve(0));
  });
}

/** Office users who request slow lists one after the other. */
export function busyOffice(port: number, tokens: readonly string[]): Disturbance {
  const counts: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.2.1' });
  let going = true;
  const people = tokens.map(async (token, person) => {
    for (let n = person; going; n += 1) {
      const status = await statusOf(port, slowest[n % slowest.length] as string, token, agent);
      count(counts, status);
      if (status !== 200) await pause(500);
    }
  });
  return {
    stop: async () => {
      going = false;
      await Promise.all(people);
      agent.destroy();
      return counts;
    },
  };
}

/** Wrong passwords at an even rate from the given number of networks, half of them for existing addresses. */
export function wrongPasswords(
  port: number,
  { perSecond, networks, students }: { perSecond: number; networks: number; students: number },
): Disturbance {
  const counts: Record<string, number> = {};
  const open = new Set<Connection>();
  let sent = 0;
  const began = performance.now();
  const attempt = async (n: number) => {
    const connection = new Connection(port, `127.0.66.${1 + (n % networks)}`);
    open.add(connection);
    const email = n % 2 === 0 ? `s${1 + (n % students)}@exam.test` : `nobody${n}@exam.test`;
    const body = JSON.stringify({ email, password: `guess ${n}` });
    try {
      count(counts, (await connection.send(requestText({ method: 'POST', path: 'login', body }))).status);
    } catch {
      count(counts, 'closed');
    }
    open.delete(connection);
    connection.close();
  };
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) / 1000) * perSecond; sent < due; sent += 1)
      void attempt(sent);
  }, 20);
  return {
    stop: async () => {
      clearInterval(timer);
      for (const connection of open) connection.close();
      return { ...counts, sent, unanswered: open.size };
    },
  };
}

/** Connections that begin a request and never complete it; closed ones are reopened. */
export function stalledConnections(
  port: number,
  { many, networks }: { many: number; networks: number },
): Disturbance {
  const sockets = new Set<Socket>();
  let closed = 0;
  let going = true;
  const stall = (n: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.99.${1 + (n % networks)}` });
    sockets.add(socket);
    socket.on('error', () => {});
    // Reads the refusal, so that it notices its end.
    socket.resume();
    socket.on('connect', () => {
      socket.write(
        n % 2 === 0
          ? 'POST /api/umfst/login HTTP/1.1\r\nHost: bench\r\n'
          : 'POST /api/umfst/login HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"em',
      );
    });
    socket.on('close', () => {
      sockets.delete(socket);
      if (!going) return;
      closed += 1;
      setTimeout(() => going && stall(n), 1000);
    });
  };
  for (let n = 0; n < many; n += 1) stall(n);
  return {
    stop: async () => {
      going = false;
      const stalled = sockets.size;
      for (const socket of sockets) socket.destroy();
      return { stalled, closed };
    },
  };
}

/** All attacks, in a process of their own: opening 2,000 connections at once must not delay the requests whose time is measured. */
export function attackers(port: number, students: number): Disturbance & { readonly pid: number } {
  const child = fork(new URL('attackers.ts', import.meta.url), [String(port), String(students)]);
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      const reported = once(child, 'message');
      child.send('stop');
      const [done] = await reported;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      return done;
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { askAgainAfter } from '#domain/sign-in/wait-estimate.ts';
import { Connection, requestText } from '../exam/http-load.ts';
import { password } from './environment.ts';

/** The duration of a sign-in and the server's estimate, in seconds. */
export type SignedIn = {
  readonly token: string;
  readonly took: number;
  readonly estimate: number | undefined;
};

type Response = { readonly status: number; readonly body: string };

type Queued = {
  readonly error?: string;
  readonly params?: { readonly seconds: number; readonly ticket: string };
};

/** Each room of 200 shares one address. */
const addressOf = (student: number) => `127.0.1.${1 + Math.floor((student - 1) / 200)}`;

/** The requests of the student's first page. */
const dashboard = [
  'dashboard',
  'applicationUiSettings',
  'canSimulate',
  'getExamUserDetail/',
  'checkExam/',
  'examsPreview',
];

/** One student: signs in, opens the dashboard, begins the exam. */
export class Student {
  readonly #port: number;
  #connection: Connection | undefined;
  readonly #email: string;
  #token = '';
  readonly number: number;
  writer = '';

  constructor(port: number, number: number) {
    this.number = number;
    this.#port = port;
    this.#email = `s${number}@exam.test`;
  }

  get token(): string {
    return this.#token;
  }

  /** Uses keep-alive like a browser and reopens a connection that the server has closed. */
  async #send(request: string): Promise<Response> {
    const open = this.#connection?.isOpen ? this.#connection : undefined;
    if (open) {
      try {
        return await open.send(request);
      } catch {
        // The server closed the connection as it was reused.
      }
    }
    this.#connection = new Connection(this.#port, addressOf(this.number));
    return this.#connection.send(request);
  }

  /** Signs in like the page: when queued, waits and retries with the ticket. */
  async signIn(): Promise<SignedIn> {
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    let ticket: string | undefined;
    let estimate: number | undefined;
    for (;;) {
      const body = JSON.stringify({ email: this.#email, password, ...(ticket && { ticket }) });
      const response = await this.#send(requestText({ method: 'POST', path: 'login', body }));
      if (response.status === 200) {
        this.#token = (JSON.parse(response.body) as { accessToken: string }).accessToken;
        return { token: this.#token, took: elapsed(), estimate };
      }
      const { error, params } = JSON.parse(response.body) as Queued;
      if (response.status !== 409 || error !== 'auth.queued' || !params)
        throw new Error(`a sign-in was answered ${response.status} ${error}`);
      estimate ??= elapsed() + params.seconds;
      ticket = params.ticket;
      await pause(Math.max(200, askAgainAfter(params.seconds) * 1000));
    }
  }

  async openDashboard(): Promise<void> {
    for (const path of dashboard) {
      const { status } = await this.#send(requestText({ method: 'GET', path, token: this.#token }));
      if (status >= 300) throw new Error(`${path} was answered ${status}`);
    }
  }

  /** Begins the exam. Returns the duration in milliseconds. */
  async begin(): Promise<number> {
    const began = performance.now();
    const response = await this.#send(
      requestText({ method: 'POST', path: 'prepareExam/', token: this.#token }),
    );
    const took = performance.now() - began;
    if (response.status !== 200 || !response.body.includes('"status":"Started"'))
      throw new Error(`a beginning was answered ${response.status} ${response.body.slice(0, 200)}`);
    this.writer = (JSON.parse(response.body) as { writer: string }).writer;
    return took;
  }

  close(): void {
    this.#connection?.close();
  }
}

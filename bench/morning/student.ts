import { setTimeout as pause } from 'node:timers/promises';
import { Connection, requestText } from '../exam/http-load.ts';
import { password } from './world.ts';

/** How long a sign-in took, and what the server said beforehand, in seconds. */
export type SignedIn = { readonly token: string; readonly took: number; readonly said: number | undefined };

type Response = { readonly status: number; readonly body: string };

type Queued = {
  readonly error?: string;
  readonly params?: { readonly seconds: number; readonly ticket: string };
};

/** Rooms of 200 share an address each. */
const addressOf = (student: number) => `127.0.1.${1 + Math.floor((student - 1) / 200)}`;

/** What the dashboard of a student asks for. */
const dashboard = [
  'applicationUiSettings',
  'canSimulate',
  'getExamUserDetail/',
  'checkExam/',
  'examsPreview',
];

/** One student in front of one computer: signs in, opens the dashboard, begins the exam. */
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

  /** Over a connection that is kept, as browsers do; one that the server has closed meanwhile is opened again. */
  async #send(request: string): Promise<Response> {
    const kept = this.#connection?.isOpen ? this.#connection : undefined;
    if (kept) {
      try {
        return await kept.send(request);
      } catch {
        // Closed in the moment it was used again.
      }
    }
    this.#connection = new Connection(this.#port, addressOf(this.number));
    return this.#connection.send(request);
  }

  /** Signs in as the page does: where the server says that it takes time, waits and sends again with the ticket. */
  async signIn(): Promise<SignedIn> {
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    let ticket: string | undefined;
    let said: number | undefined;
    for (;;) {
      const body = JSON.stringify({ email: this.#email, password, ...(ticket && { ticket }) });
      const response = await this.#send(requestText({ method: 'POST', path: 'login', body }));
      if (response.status === 200) {
        this.#token = (JSON.parse(response.body) as { accessToken: string }).accessToken;
        return { token: this.#token, took: elapsed(), said };
      }
      const { error, params } = JSON.parse(response.body) as Queued;
      if (response.status !== 409 || error !== 'auth.queued' || !params)
        throw new Error(`a sign-in was answered ${response.status} ${error}`);
      said ??= elapsed() + params.seconds;
      ticket = params.ticket;
      await pause(Math.max(200, params.seconds * 1000));
    }
  }

  async openDashboard(): Promise<void> {
    for (const path of dashboard) {
      const { status } = await this.#send(requestText({ method: 'GET', path, token: this.#token }));
      if (status >= 300) throw new Error(`${path} was answered ${status}`);
    }
  }

  /** Begins the exam; answers how long that took, in milliseconds. */
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

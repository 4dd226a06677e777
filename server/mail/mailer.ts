import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { ProductSettings } from '#domain/settings.ts';
import type { ProcessSettings } from '#server/process-settings.ts';
import type { Services } from '#server/services.ts';

export type Message = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A calendar file that mail programs offer to add. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
};

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** `address@host` names the host, and the sender if none is set (UX-18). */
const hostOf = (smtpHost: string) => smtpHost.slice(smtpHost.lastIndexOf('@') + 1);

/** The mail server: from the environment, which overrides the settings. */
function transportOf(settings: ProductSettings, process: ProcessSettings) {
  if (process.SMTP_URL) return createTransport({ url: process.SMTP_URL, ...timeouts });
  if (!settings.smtpHost) return undefined;
  return createTransport({
    host: hostOf(settings.smtpHost),
    port: settings.smtpPort,
    secure: settings.smtpSsl,
    ...(settings.smtpUser && { auth: { user: settings.smtpUser, pass: settings.smtpPassword } }),
    ...timeouts,
  });
}

function senderOf(settings: ProductSettings, process: ProcessSettings): string {
  if (settings.smtpSender) return settings.smtpSender;
  if (!process.SMTP_URL && settings.smtpHost.includes('@')) return settings.smtpHost;
  const host = process.PUBLIC_URL ? new URL(process.PUBLIC_URL).hostname : 'localhost';
  return `no-reply@${host}`;
}

export async function senderAddress({ settings, process }: Services): Promise<string> {
  return senderOf(await settings.current(), process);
}

/** Whether a mail server is configured. */
export async function canSendMail({ settings, process }: Services): Promise<boolean> {
  return (await settings.current()).smtpHost !== '' || process.SMTP_URL !== undefined;
}

/** Why a message could not be sent, without the mail server's text about the recipient. */
export class MailFailure extends Error {
  /** The mail server rejects this message permanently; other failures are temporary. */
  readonly final: boolean;
  readonly reason: string;

  constructor(code: string, status: number | undefined) {
    const reason = status === undefined ? code : `${code} ${status}`;
    super(`a message could not be sent: ${reason}`);
    this.reason = reason;
    this.name = 'MailFailure';
    this.final = status !== undefined && status >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  }
}

/** What a transport's failure says, without the mail server's text. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return new MailFailure(code ?? 'unknown', responseCode);
}

/** Why the mail server cannot be reached or refuses the sign-in, or undefined; nothing is sent. */
export async function mailServerFailure(
  { settings, process }: Services,
  milliseconds: number,
): Promise<string | undefined> {
  const transport = transportOf(await settings.current(), process);
  if (!transport) return 'no mail server is set';
  const verified = transport.verify().then(
    () => undefined,
    (error: unknown) => failureOf(error).reason,
  );
  try {
    return await Promise.race([verified, pause(milliseconds, 'timeout', { ref: false })]);
  } finally {
    transport.close();
  }
}

/** Sends one message as plain text, with its calendar file if it has one; fails with a `MailFailure`. */
export async function sendMail(
  { settings, process, metrics }: Services,
  { calendar, ...message }: Message,
): Promise<void> {
  const current = await settings.current();
  const transport = transportOf(current, process);
  if (!transport) throw new MailFailure('no mail server is set', undefined);
  try {
    await transport.sendMail({
      from: senderOf(current, process),
      ...message,
      ...(calendar && { icalEvent: { ...calendar, filename: 'exam.ics' } }),
    });
  } catch (error) {
    metrics?.noteMailFailure();
    throw failureOf(error);
  } finally {
    transport.close();
  }
}

import type { FastifyBaseLogger } from 'fastify';
import { isGivenUp, retryMinutes } from '#domain/mail/retries.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { canSendMail, MailFailure, type Message, sendMail } from './mailer.ts';

/** The batch size; the rest is sent in the next round. */
const batchSize = 200;

/** Older mails are dropped: a mail server that is set up late sends no old news. As long as an invitation; retries end long before. */
const waitingDays = 7;

/** A table of mails `m` that wait to be sent to users `u`. */
export type MailQueue<Due extends { readonly id: string; readonly tries: number }> = {
  readonly table: 'appointment_mails' | 'contest_mails';
  /** Mails with the same value in this column are sent in order. */
  readonly inOrderOf: 'exam_id' | 'user_id';
  readonly columns: (sql: Queryable) => Fragment;
  readonly messageOf: (services: Services, due: Due) => Message | Promise<Message>;
};

/**
 * Takes the next due mail and sets its next retry, so that a process that dies while sending loses nothing.
 * Concurrent processes take different ones.
 */
async function takeNext<Due extends { readonly id: string; readonly tries: number }>(
  sql: Queryable,
  { table, inOrderOf, columns }: MailQueue<Due>,
): Promise<Due | undefined> {
  const [due] = await sql<Due[]>`
    update ${sql(table)} m
       set tries = m.tries + 1,
           next_try_at = now() + make_interval(mins => (${[...retryMinutes]}::int[])[least(m.tries + 1, ${retryMinutes.length}::int)])
      from users u
     where u.id = m.user_id and m.id = (
       select w.id from ${sql(table)} w
        where w.sent_at is null and w.failed_at is null and w.next_try_at <= now()
          and not exists (select from ${sql(table)} e where e.${sql(inOrderOf)} = w.${sql(inOrderOf)} and e.id < w.id
                             and e.sent_at is null and e.failed_at is null)
        order by w.next_try_at, w.id limit 1 for update skip locked)
    returning m.id, m.tries, m.kind, m.facts, u.email, u.name, u.language, ${columns(sql)}`;
  return due;
}

/** Gives up mails that waited too long, because no mail server was configured. */
async function giveUpOld(sql: Queryable, table: string): Promise<void> {
  await sql`
    update ${sql(table)} set failed_at = now(), problem = coalesce(problem, 'over')
     where sent_at is null and failed_at is null and made_at < now() - make_interval(days => ${waitingDays})`;
}

/**
 * Sends the due mails. A failed one is retried at growing intervals and finally given up, or at once when the
 * mail server rejects it permanently. An unreachable mail server ends the round. Returns how many were sent.
 */
export async function sendDueMails<Due extends { readonly id: string; readonly tries: number }>(
  services: Services,
  queue: MailQueue<Due>,
  log?: FastifyBaseLogger,
): Promise<number> {
  const { sql } = services.database;
  const table = sql(queue.table);
  await giveUpOld(sql, queue.table);
  if (!(await canSendMail(services))) return 0;
  let sent = 0;
  for (let taken = 0; taken < batchSize; taken += 1) {
    const due = await takeNext(sql, queue);
    if (!due) break;
    try {
      await sendMail(services, await queue.messageOf(services, due));
      await sql`update ${table} set sent_at = now(), problem = null where id = ${due.id}`;
      sent += 1;
    } catch (error) {
      const isFinal = error instanceof MailFailure && error.final;
      const problem = error instanceof MailFailure ? error.reason : 'the mail could not be written';
      const isOver = isFinal || isGivenUp(due.tries);
      await sql`
        update ${table} set problem = ${problem}, failed_at = case when ${isOver} then now() end where id = ${due.id}`;
      log?.warn({ queue: queue.table, problem, tries: due.tries, isOver }, 'a mail was not sent');
      if (!(error instanceof MailFailure)) log?.error({ err: error }, 'a mail could not be written');
      if (!isFinal) return sent;
    }
  }
  return sent;
}

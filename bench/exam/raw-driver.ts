import { openClient } from '#server/db/client.ts';
import { saveParameters, saveStatement } from '#server/exams/save-statement.ts';
import type { Competitor, Measured } from './pgbench.ts';
import { answersShown, questionsPerExam, signInOf, writerOf } from './sittings-data.ts';

const below = (bound: number) => Math.floor(Math.random() * bound);

const minimalStatement = `with u as (update exam_question set ticks = $3, seq = seq + 1 where exam_id = $1 and position = $2 returning seq)
insert into exam_event (exam_id, save_id, seq, kind, position, ticks, sign_in)
select $1, gen_random_uuid(), seq, 's', $2, $3, gen_random_uuid() from u`;

/** Fallback without pgbench: the same statements, one row at a time, from as many connections of our driver. */
export async function rawDriver(
  url: string,
  which: Competitor,
  { clients, seconds, exams }: { clients: number; seconds: number; exams: number },
): Promise<Measured> {
  const sql = openClient(url, { max: clients, name: 'exam-bench', settings: { enable_seqscan: 'off' } });
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  const one = () => {
    const exam = 1 + below(exams);
    const position = 1 + below(questionsPerExam - 1);
    const ticks = 1 + below(2 ** answersShown - 1);
    if (which === 'lean pair')
      return sql.unsafe(minimalStatement, [exam, position, ticks], { prepare: true });
    const save = {
      examId: exam,
      userId: exam,
      signInId: signInOf(exam),
      tokenEnds: 4_000_000_000,
      writer: writerOf(exam),
      position,
      to: 0,
      seq: undefined,
      ticks,
      skip: false,
      saveId: crypto.randomUUID(),
      arrivedAt: 0,
      client: undefined,
    };
    return sql.unsafe(saveStatement, saveParameters([save], 0), { prepare: true });
  };
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        await one();
        latencies.push(performance.now() - began);
      }
    }),
  );
  await sql.end();
  return { perSecond: latencies.length / seconds, latencies };
}

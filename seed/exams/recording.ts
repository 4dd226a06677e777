import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { isTickedAt, letterOf } from '#domain/exam-taking/ticks.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { DemoEmail } from '#seed/accounts.ts';
import type { Transaction } from '#server/db/database.ts';

type Step = {
  readonly at: number;
  readonly position: number;
  readonly shown: number;
  readonly ticks: number | null;
};
type Question = { readonly position: number; readonly text: string; readonly answers: readonly string[] };
type Sitting = {
  readonly groupId: number;
  readonly examId: number;
  readonly name: string;
  readonly startedAt: number;
};

const maxShown = 10;
const style = `body { margin: 48px; font: 20px/1.5 sans-serif; color: #14213d; background: #f6f8fb; }
  h1 { font-size: 24px; } h2 { font-size: 22px; } li { margin: 10px 0; list-style: none; }`;
const ids = { title: 6, count: 8, text: 10, firstAnswer: 20 } as const;

const text = (id: number, textContent: string) => ({ type: 3, textContent, id });
const element = (id: number, tagName: string, childNodes: readonly unknown[]) => ({
  type: 2,
  tagName,
  attributes: {},
  childNodes,
  id,
});

/** The texts of the recorded page by node. */
function shownTexts(name: string, questions: readonly Question[], position: number, ticks: number) {
  const question = questions.find((one) => one.position === position);
  const answers = Array.from({ length: maxShown }, (_, index) => {
    const answer = question?.answers[index];
    return answer === undefined
      ? ''
      : `${isTickedAt(ticks, index) ? '☒' : '☐'} ${letterOf(index)}. ${plainTextOf(answer)}`;
  });
  return new Map<number, string>([
    [ids.title, name],
    [ids.count, `${position} / ${questions.length}`],
    [ids.text, plainTextOf(question?.text ?? '')],
    ...answers.map((answer, index) => [ids.firstAnswer + 2 * index + 1, answer] as const),
  ]);
}

function keyframe(timestamp: number, texts: ReadonlyMap<number, string>) {
  const node = (id: number) => text(id, texts.get(id) ?? '');
  const answers = Array.from({ length: maxShown }, (_, index) =>
    element(ids.firstAnswer + 2 * index, 'li', [node(ids.firstAnswer + 2 * index + 1)]),
  );
  const body = element(4, 'body', [
    element(5, 'h1', [node(ids.title)]),
    element(7, 'p', [node(ids.count)]),
    element(9, 'h2', [node(ids.text)]),
    element(11, 'ul', answers),
  ]);
  const head = element(3, 'head', [element(12, 'style', [text(13, style)])]);
  return [
    { type: 4, data: { href: 'http://localhost/exam', width: 1280, height: 800 }, timestamp },
    {
      type: 2,
      data: {
        node: { type: 0, childNodes: [element(2, 'html', [head, body])], id: 1 },
        initialOffset: { left: 0, top: 0 },
      },
      timestamp,
    },
  ];
}

/** The events the recorder would capture: the page changes with every step, after a movement and a click. */
function eventsOf({ name, startedAt }: Sitting, questions: readonly Question[], steps: readonly Step[]) {
  const ticks = new Map<number, number>();
  const changed = (timestamp: number, position: number) => ({
    type: 3,
    data: {
      source: 0,
      texts: [...shownTexts(name, questions, position, ticks.get(position) ?? 0)].map(([id, value]) => ({
        id,
        value,
      })),
      attributes: [],
      removes: [],
      adds: [],
    },
    timestamp,
  });
  const clicked = (timestamp: number, y: number) => [
    {
      type: 3,
      data: { source: 1, positions: [{ x: 90, y, id: 11, timeOffset: 0 }] },
      timestamp: timestamp - 400,
    },
    { type: 3, data: { source: 2, type: 2, id: 11, x: 90, y }, timestamp },
  ];
  return [
    ...keyframe(startedAt, shownTexts(name, questions, 1, 0)),
    ...steps.flatMap(({ at, position, shown, ticks: ticked }) => {
      if (ticked !== null) ticks.set(position, ticked);
      const y = 260 + 40 * Math.max(0, Math.log2(ticked || 1));
      return [...clicked(at, y), changed(at + 50, position), changed(at + 700, shown)];
    }),
  ];
}

/** Adds a recording to a student's latest official exam, generated from its events. */
export async function insertRecording(tx: Transaction, email: DemoEmail): Promise<void> {
  const [sitting] = await tx<Sitting[]>`
    select g.id as "groupId", e.id as "examId", e.name, extract(epoch from g.started_at)::float8 * 1000 as "startedAt"
      from exam_groups g join exams e on e.group_id = g.id and e.position = 1 join users u on u.id = g.user_id
     where u.email = ${email} and g.kind = 'official' and e.finished_at is not null order by g.started_at desc limit 1`;
  if (!sitting) return;
  const questions = await tx<Question[]>`
    select q.position, v.text, array(
             select a.text from unnest(q.slots) with ordinality as shown (bank_index, n)
               join answer_options a on a.question_version_id = v.id and a.position = shown.bank_index order by shown.n) as answers
      from exam_questions q join question_versions v on v.id = q.question_version_id
     where q.exam_id = ${sitting.examId} order by q.position`;
  const steps = await tx<Step[]>`
    select extract(epoch from at)::float8 * 1000 as at, position, coalesce(to_position, position) as shown, ticks
      from exam_events where exam_id = ${sitting.examId} and position is not null order by at, seq`;
  const list = Buffer.from(JSON.stringify(eventsOf(sitting, questions, steps)));
  const content = gzipSync(list);
  await tx`insert into recordings (exam_group_id, part, content, sha256, unpacked_bytes)
    values (${sitting.groupId}, 1, ${content}, ${createHash('sha256').update(content).digest()}, ${list.length})`;
}

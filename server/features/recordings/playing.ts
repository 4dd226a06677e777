import { createGunzip } from 'node:zlib';
import type { ResponseOfCall } from '#contract/call.ts';
import type { recordingOutline } from '#contract/recordings.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { type EventLetter, eventKindOf } from '#domain/exam-taking/events.ts';
import {
  behindOf,
  type ComputerClocks,
  clocksOf,
  type MarkedEvent,
  marksOf,
} from '#domain/exam-taking/recording-marks.ts';
import { nameOfPart, partOfName, type RecordingPart } from '#domain/exam-taking/recording-name.ts';
import { createOutlineBuilder, type RecordingOutline } from '#domain/exam-taking/recording-outline.ts';
import { recordingEnds } from '#domain/exam-taking/recording-retention.ts';
import { tickLetters } from '#domain/exam-taking/ticks.ts';
import type { Queryable } from '#server/db/database.ts';
import { shownEvents } from '#server/exams/shown-events.ts';
import type { FileResponse } from '#server/http/file-response.ts';
import { fullyVisibleExams } from '#server/scopes/exam-scope.ts';
import type { Services } from '#server/services.ts';
import { createEventChecker } from './recorded-events.ts';
import { hasOpenContestations } from './retention.ts';

type OutlineResponse = ResponseOfCall<typeof recordingOutline>;

/**
 * The part of a file name and the exams of its sitting, for users who may see all questions, because the
 * recording shows them.
 */
async function watchedPart(
  services: Services,
  actor: Actor,
  fileName: string,
): Promise<RecordingPart & { readonly examIds: readonly number[] }> {
  const named = partOfName(fileName);
  if (!named) refuse('resource.notFound');
  const examIds = await fullyVisibleExams(services, actor, named.groupId);
  if (examIds.length === 0) refuse('resource.notFound');
  return { ...named, examIds };
}

async function* unpacked(content: Buffer): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  gunzip.end(content);
  for await (const chunk of gunzip) yield chunk as Buffer;
}

/** The outline of a recording that was stored without one. */
async function readOutline(content: Buffer): Promise<RecordingOutline | undefined> {
  const outline = createOutlineBuilder();
  const events = createEventChecker(outline.add);
  for await (const chunk of unpacked(content)) events.take(chunk);
  return outline.finish();
}

async function outlineOf(sql: Queryable, { groupId, part }: RecordingPart) {
  const [row] = await sql<{ outline: RecordingOutline | null }[]>`
    select outline from recordings where exam_group_id = ${groupId} and part = ${part}`;
  if (!row) return undefined;
  return row.outline ?? (await readOutline(await contentOf(sql, { groupId, part })));
}

async function contentOf(sql: Queryable, { groupId, part }: RecordingPart): Promise<Buffer> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from recordings where exam_group_id = ${groupId} and part = ${part}`;
  return row?.content ?? refuse('resource.notFound');
}

type Parts = { readonly parts: OutlineResponse['parts']; readonly stops: readonly number[] };

/** The parts with all times by the database's clock, in the order they were recorded: computers' clocks may be off (SAFE-5). */
async function partsOf(sql: Queryable, groupId: number, clocks: ComputerClocks): Promise<Parts> {
  const rows = await sql<{ part: number; behindMs: number | null }[]>`
    select part, clock_behind_ms::float8 as "behindMs" from recordings where exam_group_id = ${groupId} order by part`;
  const parts: OutlineResponse['parts'] = [];
  const stops: number[] = [];
  for (const { part, behindMs } of rows) {
    const outline = await outlineOf(sql, { groupId, part });
    if (!outline) continue;
    const { pieces, idle, stops: stopped = [], ...shown } = outline;
    const behind = behindOf(outline, behindMs, clocks);
    const moved = (at: number) => Math.round(at + behind);
    for (const at of stopped) stops.push(moved(at));
    parts.push({
      fileName: nameOfPart({ groupId, part }),
      ...shown,
      from: moved(outline.from),
      to: moved(outline.to),
      pieces: pieces.map(({ from, to, keyframe }) => ({ from: moved(from), to: moved(to), keyframe })),
      idle: idle.map(([from, to]) => [moved(from), moved(to)]),
    });
  }
  return { parts: parts.toSorted((one, other) => one.from - other.from), stops };
}

type EventRow = Omit<MarkedEvent, 'kind' | 'clientAt'> & {
  readonly examId: number;
  readonly letter: EventLetter;
  readonly clientTime: string | null;
};
type ExamEvent = MarkedEvent & { readonly examId: number };

async function eventsOf(sql: Queryable, examIds: readonly number[]): Promise<ExamEvent[]> {
  const rows = await sql<EventRow[]>`
    select exam_id as "examId", kind as letter, extract(epoch from at)::float8 * 1000 as at, position, ticks, sign_in as "signIn",
           client ->> 'clientTime' as "clientTime"
      from ${shownEvents(sql, examIds)} v order by at, save_id`;
  return rows.map(({ letter, clientTime, ...event }) => {
    const clientAt = clientTime === null ? Number.NaN : Date.parse(clientTime);
    return { ...event, kind: eventKindOf(letter), clientAt: Number.isNaN(clientAt) ? null : clientAt };
  });
}

const marksOfExam = (
  examId: number,
  events: readonly ExamEvent[],
  clocks: ComputerClocks,
): OutlineResponse['marks'] =>
  marksOf(
    events.filter((event) => event.examId === examId),
    clocks,
  ).map(({ kind, at, serverAt, position, ticks }) => ({
    kind,
    at: Math.round(at),
    serverAt: Math.round(serverAt),
    examId,
    question: position,
    answers: ticks === null ? null : tickLetters(ticks),
  }));

/** When the recording was stopped on request. */
const stopMark = (examId: number, at: number): OutlineResponse['marks'][number] => ({
  kind: 'stopped',
  at,
  serverAt: at,
  examId,
  question: null,
  answers: null,
});

type SittingRow = {
  readonly examName: string;
  readonly studentName: string;
  readonly matricol: string;
  readonly startedAt: number | null;
  readonly contestationsEnd: number;
  readonly promisedDays: number | null;
  readonly isContested: boolean;
  readonly now: number;
};

/** The outline of a sitting's recording, for staff who see all its exams completely (REC-2). */
export async function outlineOfRecording(
  services: Services,
  actor: Actor,
  fileName: string,
): Promise<OutlineResponse> {
  const { sql } = services.database;
  const { groupId, examIds } = await watchedPart(services, actor, fileName);
  const [sitting] = await sql<SittingRow[]>`
    select g.name as "examName", p.last_name || ' ' || p.first_name as "studentName", coalesce(p.matricol, '') as matricol,
           extract(epoch from g.started_at)::float8 * 1000 as "startedAt",
           extract(epoch from s.contest_resolve_end_date)::float8 * 1000 as "contestationsEnd",
           g.recording_days as "promisedDays", ${hasOpenContestations(sql)} as "isContested",
           extract(epoch from now())::float8 * 1000 as now
      from exam_groups g join students p on p.id = g.student_id join exam_sessions s on s.id = g.exam_session_id
     where g.id = ${groupId}`;
  if (!sitting) refuse('resource.notFound');
  const { startedAt, contestationsEnd, promisedDays, isContested, now, ...shown } = sitting;
  const { recordingRetentionDays } = await services.settings.current();
  const days = Math.min(recordingRetentionDays, promisedDays ?? recordingRetentionDays);
  const ends = startedAt === null ? null : recordingEnds(startedAt, { days, contestationsEnd });
  const isOver = ends !== null && ends <= now;
  const events = await eventsOf(sql, examIds);
  const clocks = clocksOf(events);
  const { parts, stops } = await partsOf(sql, groupId, clocks);
  const marks = [
    ...examIds.flatMap((examId) => marksOfExam(examId, events, clocks)),
    ...stops.map((at) => stopMark(examIds[0] ?? 0, at)),
  ];
  const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
  return {
    groupId,
    ...shown,
    startedAt: iso(startedAt),
    endsAt: isOver && isContested ? null : iso(ends),
    isEnded: isOver && !isContested,
    parts,
    marks: marks.toSorted((one, other) => one.at - other.at),
  };
}

/** Some bytes of an unpacked recording; reads no further than necessary. */
async function slice(
  content: Buffer,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
): Promise<Buffer> {
  const found: Buffer[] = [];
  let passed = 0;
  for await (const chunk of unpacked(content)) {
    const from = Math.max(0, offset - passed);
    const to = Math.min(chunk.length, offset + bytes - passed);
    if (from < to) found.push(chunk.subarray(from, to));
    passed += chunk.length;
    if (passed >= offset + bytes) break;
  }
  return Buffer.concat(found);
}

/** The events of a part, or of one of its pieces, for staff who see all exams of the sitting completely. */
export async function eventsOfRecording(
  services: Services,
  actor: Actor,
  fileName: string,
  piece: number | undefined,
): Promise<FileResponse<'application/json'>> {
  const { sql } = services.database;
  const part = await watchedPart(services, actor, fileName);
  const content = await contentOf(sql, part);
  const headers = { 'cache-control': 'no-store' };
  if (piece === undefined) {
    const gunzip = createGunzip();
    gunzip.end(content);
    return { type: 'application/json', content: gunzip, headers };
  }
  const range = (await outlineOf(sql, part))?.pieces[piece];
  if (!range) refuse('resource.notFound');
  const list = Buffer.concat([Buffer.from('['), await slice(content, range), Buffer.from(']')]);
  return { type: 'application/json', content: list, headers };
}

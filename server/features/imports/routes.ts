import { exportTypes } from '#contract/crud-calls.ts';
import * as calls from '#contract/imports.ts';
import * as studentCalls from '#contract/student-imports.ts';
import { refuse } from '#domain/errors.ts';
import type { ImportFormat } from '#domain/imports/imported-question.ts';
import { cleanLine } from '#domain/imports/imported-text.ts';
import { withUploadedFile } from '#server/files/uploaded-file.ts';
import type { MemoryBudget } from '#server/http/memory-budget.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { exportChapter } from './chapter-export.ts';
import { checkFirst } from './checking-rows.ts';
import { templateWorkbook } from './formats/template-workbook.ts';
import { writeCsv } from './formats/write-table.ts';
import { importRowPage } from './import-rows.ts';
import { changeTarget, chooseChaptersAgain } from './import-target.ts';
import { questionCheck } from './question-check.ts';
import { startQuestions } from './question-commit.ts';
import { dryRunOfQuestions } from './question-dry-run.ts';
import {
  importPage,
  lockImport,
  selectImport,
  selectQuestionImport,
  selectReachedImport,
  wireFormat,
} from './reached-import.ts';
import { removeImport } from './removing.ts';
import { reportFile } from './report.ts';
import { notImportedPage } from './students/not-imported.ts';
import { startStudents } from './students/student-commit.ts';
import { notImportedFile, studentTemplateFile } from './students/student-files.ts';
import { absentStudentPage, studentRowPage } from './students/student-rows.ts';
import { checkStudents, storeStudents } from './students/student-upload.ts';
import { pauseWriting } from './writing-rows.ts';

const uploadBytes = calls.importFileMegabytes * 1024 * 1024;

/** The file name as shown and stored. */
const shownName = (fileName: string) => cleanLine(fileName.slice(-1000)).slice(-200) || '?';

const formatOf = (wireName: calls.QuestionFileFormat | undefined) =>
  (Object.keys(wireFormat) as ImportFormat[]).find((format) => wireFormat[format] === wireName);

/** Characters that every file system accepts. */
const fileNameOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 80) || 'file';

/** What the uploads of a process share. */
export type Uploads = {
  readonly memory: MemoryBudget;
  /** Aborted when the process begins to stop: it completes running requests first. */
  readonly stopping: AbortSignal;
};

/** The calls that only student imports have. */
function studentRoutes({ database, imports, queue }: Services, { memory, stopping }: Uploads): Route[] {
  const { sql } = database;
  return [
    route(studentCalls.uploadStudents, async ({ caller, author, query, request }) => {
      const maker = { database, author, userId: caller.actor.userId, stopping };
      const { importId, rows } = await withUploadedFile(
        request,
        { person: caller.actor.userId, maxBytes: uploadBytes, memory },
        ({ content, fileName }) =>
          storeStudents(
            { ...maker, database: imports },
            { bytes: content, fileName: shownName(fileName), language: query.lang },
          ),
      );
      return { importId, rows, problems: await checkStudents(maker, queue, importId, query) };
    }),
    route(studentCalls.studentTemplate, async ({ query: { format, lang } }) => ({
      type: exportTypes[format],
      fileName: `students-${lang}.${format}`,
      content: studentTemplateFile(format, lang),
    })),
    route(studentCalls.listStudentRows, async ({ caller, params, query }) => {
      await selectReachedImport(sql, caller.actor, params.id, 'students');
      return studentRowPage(sql, params.id, query);
    }),
    route(studentCalls.listAbsentStudents, async ({ caller, params, query }) => {
      await selectReachedImport(sql, caller.actor, params.id, 'students');
      return absentStudentPage(sql, params.id, query);
    }),
    route(studentCalls.listNotImported, ({ caller, query }) => notImportedPage(sql, caller.actor, query)),
  ];
}

/** The calls of imports and of chapter exports. */
export function importRoutes(services: Services, uploads: Uploads): Route[] {
  const { database, imports, queue } = services;
  const { memory, stopping } = uploads;
  const { sql } = database;
  return [
    route(calls.uploadQuestions, async ({ caller, author, query, request }) => {
      const maker = { database, author, userId: caller.actor.userId, stopping };
      const { format, ...result } = await withUploadedFile(
        request,
        { person: caller.actor.userId, maxBytes: uploadBytes, memory },
        ({ content, fileName }) =>
          dryRunOfQuestions(
            { ...maker, database: imports },
            {
              bytes: content,
              fileName: shownName(fileName),
              language: query.lang,
              format: formatOf(query.format),
            },
          ),
      );
      await checkFirst(maker, queue, questionCheck, result.importId, query);
      return { ...result, format: wireFormat[format] };
    }),
    ...studentRoutes(services, uploads),
    route(calls.listImports, ({ caller, query }) => importPage(sql, caller.actor, query)),
    route(calls.importTemplate, async ({ query: { format, lang } }) => ({
      type: exportTypes[format],
      fileName: `questions-${lang}.${format}`,
      content: format === 'xlsx' ? await templateWorkbook(lang) : Buffer.from(writeCsv([], lang).bytes),
    })),
    route(calls.readImport, async ({ caller, author, params }) => {
      const found = await selectImport(sql, caller.actor, params.id);
      if (found.kind !== 'questions') return found;
      const { state, byFileChapter, disciplineId, counts } = found;
      const misses = counts.withFileChapter > 0 && counts.placed < counts.chosen;
      if (state !== 'ready' || !byFileChapter || disciplineId === null || !misses) return found;
      return database.transaction(author, async (tx) => {
        await chooseChaptersAgain(tx, await lockImport(tx, caller.actor, params.id));
        return selectImport(tx, caller.actor, params.id);
      });
    }),
    route(calls.listImportRows, async ({ caller, params, query }) => {
      await selectReachedImport(sql, caller.actor, params.id, 'questions');
      return importRowPage(sql, params.id, query);
    }),
    route(calls.changeImport, ({ caller, author, params, body }) =>
      database.transaction(author, async (tx) => {
        await changeTarget(tx, caller.actor, await lockImport(tx, caller.actor, params.id), body);
        return selectQuestionImport(tx, params.id);
      }),
    ),
    route(calls.commitImport, ({ caller, author, params }) =>
      database.transaction(author, async (tx) => {
        const held = await lockImport(tx, caller.actor, params.id);
        if (held.kind === 'students') await startStudents(tx, queue, held, caller.actor);
        else await startQuestions(tx, queue, held, caller.actor);
        return selectImport(tx, caller.actor, params.id);
      }),
    ),
    route(calls.pauseImport, ({ caller, author, params }) =>
      database.transaction(author, async (tx) => {
        await pauseWriting(tx, (await lockImport(tx, caller.actor, params.id)).id);
        return selectImport(tx, caller.actor, params.id);
      }),
    ),
    route(calls.removeImport, ({ caller, author, params }) =>
      database.transaction(author, async (tx) => {
        const held = await lockImport(tx, caller.actor, params.id);
        if (held.state === 'writing' || held.state === 'reading') refuse('import.started');
        await removeImport(tx, held.id);
        return undefined;
      }),
    ),
    route(calls.importReport, async ({ caller, params, query }) => {
      const { id } = params;
      const { kind, state, fileName } = await selectReachedImport(sql, caller.actor, id);
      const { format, lang: language } = query;
      const base = fileNameOf(fileName.replace(/\.\w+$/, ''));
      if (kind === 'students')
        return {
          type: exportTypes[format],
          fileName: `${base}-not-imported.${format}`,
          content: notImportedFile(sql, { importId: id, format, language }),
        };
      return {
        type: exportTypes[format],
        fileName: `${base}-report.${format}`,
        content: await reportFile(sql, { importId: id, isFinished: state === 'done', format, language }),
      };
    }),
    route(calls.exportChapter, async ({ caller, params, query }) => {
      const { chapter, bytes, extension, mediaType, leftOut, reduced } = await exportChapter(
        sql,
        caller.actor,
        {
          chapterId: params.id,
          format: query.format,
          language: query.lang,
        },
      );
      return {
        type: mediaType,
        fileName: `${fileNameOf(chapter.code)}-${query.format}.${extension}`,
        headers: { 'x-left-out': leftOut, 'x-reduced': reduced },
        content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      };
    }),
  ];
}

import { parentPort } from 'node:worker_threads';
import { type QuestionRow, questionRows } from '#domain/imports/bank-question.ts';
import type { ImportedQuestion } from '#domain/imports/imported-question.ts';
import { readQuestions } from '#server/features/imports/formats/read-questions.ts';
import { writeQuestions } from '#server/features/imports/formats/write-questions.ts';
import { readStudentFile, type StudentFileRow } from '#server/features/imports/students/read-student-file.ts';
import { lowerPriority } from '#server/thread-priority.ts';
import type { FileReply, FileRequest } from './file-work.ts';

/**
 * Reads and writes question files in a thread with limited memory and time, so no file can block the server. Returns
 * rows in batches on request.
 */
const atOnce = 100;
/** Short rows, so that a large file does not hold its request for long. */
const studentsAtOnce = 500;

/** Requests come before files. */
const niceness = 10;

let rows: QuestionRow[] = [];
let students: StudentFileRow[] = [];
const questions: ImportedQuestion[] = [];

async function replyTo(request: FileRequest): Promise<FileReply> {
  switch (request.kind) {
    case 'read': {
      const result = readQuestions(request.bytes, request.fileName, request.language, request.format);
      if (result.kind === 'refused') return result;
      rows = questionRows(result.items);
      return {
        kind: 'read',
        format: result.format,
        encoding: result.encoding ?? null,
        findings: result.findings,
        rows: rows.length,
      };
    }
    case 'rows':
      return { kind: 'rows', rows: rows.splice(0, atOnce) };
    case 'readStudents': {
      const result = readStudentFile(request.bytes, request.language);
      if (result.kind === 'refused') return result;
      students = [...result.rows];
      const { format, encoding, findings, partial } = result;
      return { kind: 'studentsRead', format, encoding, findings, partial, rows: students.length };
    }
    case 'studentRows':
      return { kind: 'studentRows', rows: students.splice(0, studentsAtOnce) };
    case 'add':
      questions.push(...request.questions);
      return { kind: 'added' };
    case 'write':
      return { kind: 'written', file: await writeQuestions(questions, request.format, request.language) };
  }
}

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread');
lowerPriority(niceness);
port.on('message', async (request: FileRequest) => port.postMessage(await replyTo(request)));

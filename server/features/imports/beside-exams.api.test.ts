import { beforeAll, expect, it } from 'vitest';
import { aStudent, signedIn } from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment } from '#server/testing/exams.ts';
import { type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { aFileQuestion, aQuestionFile } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aStudentRow, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';

const server = useTestServer();
let setup: ImportSetup;
beforeAll(async () => {
  setup = await importSetup(server);
});

/** A student who sits an official exam; returns how to hand it in. */
async function sitting(): Promise<() => Promise<unknown>> {
  const student = await aStudent(server);
  const exam = await aCustomExam(server, { questions: 2 });
  const { examId } = await anAppointment(server, { student, customExamId: exam.id });
  const page = await signedIn(server, student);
  const begun = await page.post(`prepareExam/?examId=${examId}`);
  expect(begun.statusCode, begun.body).toBe(200);
  return () => page.put(`examFinish/?examId=${begun.json<{ id: number }>().id}`);
}

/** The sizes of the transactions that stored the rows of an import, and then wrote them. */
async function batchesOf(name: string) {
  const questions = Array.from({ length: 25 }, (_, n) => aFileQuestion(n, { text: `${name} ${n}` }));
  const { importId, rows } = await setup.uploaded(await aQuestionFile(questions));
  expect(rows).toBe(25);
  const sizes = async () => {
    const found = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from import_rows where import_id = ${importId} group by xmin::text order by 1`;
    return found.map(({ count }) => count);
  };
  const checked = await sizes();
  await setup.admin.put(`imports/${importId}`, { chapterId: setup.chapterId });
  expect(await setup.imported(importId)).toMatchObject({ state: 'done', written: 25 });
  return { checked, written: await sizes() };
}

it('[IMP-2] [SAFE-18] a question file is checked and written in small batches while an official exam runs', async () => {
  const handIn = await sitting();
  expect(await batchesOf('Alături')).toEqual({ checked: [5, 10, 10], written: [5, 10, 10] });
  await handIn();
  expect(await batchesOf('Liniște')).toEqual({ checked: [25], written: [25] });
});

it('[IMP-3] [SAFE-18] the rows of files are stored on connections that yield to exams', async () => {
  const { sql } = server.database;
  await sql.unsafe(`
    create table seen_connections (name text);
    create function planted() returns trigger language plpgsql as $$ begin
      insert into seen_connections select kind || ' ' || current_setting('application_name') from imports where id = new.import_id;
      return new;
    end $$;
    create trigger planted before insert on import_batches for each row execute function planted()`);
  await setup.uploaded(await aQuestionFile([aFileQuestion(0, { text: 'Pe ce conexiune?' })]));
  const nowhere = { college: 'Fără', section: 'Fără', series: 'Fără' };
  await uploadedStudents(setup.admin, studentCsv(aStudentRow(nowhere, 1)));
  const seen = await sql<{ name: string }[]>`select distinct name from seen_connections order by name`;
  expect(seen.map(({ name }) => name)).toEqual([
    'questions exam-platform-imports',
    'students exam-platform-imports',
  ]);
});

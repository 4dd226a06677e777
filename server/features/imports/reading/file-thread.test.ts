import { expect, it } from 'vitest';
import { withFileThread } from './file-thread.ts';

it('[SAFE-10] two files are processed at a time, so that a slow one does not block another person', async () => {
  let end = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    end = resolve;
  });
  const first = withFileThread(1, () => slow);
  await withFileThread(2, async () => end('after the second'), { bytes: 1000 });
  expect(await first).toBe('after the second');
});

const rowsOf = (count: number) =>
  Buffer.from('Cod;Matricol;Nume;Prenume;An;Telefon;E-mail;Serie\n'.repeat(count));

const read = (person: number, bytes: Uint8Array) =>
  withFileThread(
    person,
    async (thread) => {
      await thread.ask({ kind: 'readStudents', bytes, language: 'ro' }, 'studentsRead', 'refused');
    },
    { bytes: bytes.length },
  );

it('[SAFE-10] of two large files one is read at a time, and a small one beside them', async () => {
  const order: string[] = [];
  const noted = (name: string, reading: Promise<void>) => reading.then(() => void order.push(name));
  const larger = noted('larger', read(1, rowsOf(80_000)));
  await Promise.all([larger, noted('large', read(2, rowsOf(22_000)))]);
  expect(order).toEqual(['larger', 'large']);
  await Promise.all([noted('large', read(1, rowsOf(80_000))), noted('small', read(2, rowsOf(1)))]);
  expect(order.slice(2)).toEqual(['small', 'large']);
});

it('[SAFE-10] a file that needs more memory than others of its size is read again as a large one', async () => {
  const row = `${Array(8).fill('x'.repeat(25)).join(';')}\n`;
  const bytes = Buffer.concat([rowsOf(1), Buffer.from(row.repeat(190_000))]);
  let reads = 0;
  const { kind } = await withFileThread(
    1,
    (thread) => {
      reads += 1;
      return thread.ask({ kind: 'readStudents', bytes, language: 'ro' }, 'studentsRead', 'refused');
    },
    { limits: { seconds: 100, heapMegabytes: 768 }, bytes: 1000 },
  );
  expect([kind, reads]).toEqual(['studentsRead', 2]);
});

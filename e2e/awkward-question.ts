import type { Page } from 'playwright-core';
import type { Sql } from '#server/db/database.ts';
import type { Candidate } from './exam-room.ts';

/** Filler text in Romanian, so long words wrap as in real questions. */
const words =
  'Pacientul internat prezintă hipertensiune arterială, hipercolesterolemie și antecedente heredocolaterale semnificative. ';

/** An image of the given size, as an uploadable file. */
export const drawing = (page: Page, width: number, height: number) =>
  page.evaluate(
    async ([wide, high]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no pen');
      pen.fillStyle = '#dde6f2';
      pen.fillRect(0, 0, wide, high);
      pen.strokeStyle = '#12305c';
      pen.lineWidth = 8;
      for (let at = 0; at < Math.max(wide, high); at += 80)
        pen.strokeRect(at / 2, at / 2, wide - at, high - at);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    },
    [width, height] as const,
  );

/** Gives a question of a running exam an image, ten answers and 600 words, directly in the database. */
export async function addExtremeContent(
  sql: Sql,
  { examId }: Candidate,
  image: Buffer,
  position = 1,
): Promise<void> {
  const name = crypto.randomUUID();
  await sql.begin(async (tx) => {
    await tx`insert into files (id, kind, media_type, content, width, height) values (${name}, 'question', 'image/png', ${image}, 10, 10)`;
    const [version] = await tx<{ id: number }[]>`
      insert into question_versions (question_id, number, text, image, points, incomplete, answer_count)
      select v.question_id, max(o.number) + 1, ${words.repeat(50)}, ${name}, 10, true, 10
        from exam_questions q join question_versions v on v.id = q.question_version_id
        join question_versions o on o.question_id = v.question_id
       where q.exam_id = ${examId} and q.position = ${position} group by v.question_id returning id`;
    for (let index = 0; index < 10; index += 1)
      await tx`insert into answer_options (question_version_id, position, text)
        values (${version?.id ?? 0}, ${index}, ${index % 3 === 0 ? words.repeat(2) : `varianta ${index + 1}`})`;
    await tx`update exam_questions set question_version_id = ${version?.id ?? 0}, slots = '{0,1,2,3,4,5,6,7,8,9}', kind = 'm'
      where exam_id = ${examId} and position = ${position}`;
  });
}

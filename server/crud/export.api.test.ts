import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aSeries, aStudent, signedInAs } from '#server/testing/accounts.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

/** The files of a zip archive, read through its central directory. */
function unzipped(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, name, extra, comment] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const text = inflateRawSync(archive.subarray(start, start + packed)).toString('utf8');
    expect(Buffer.byteLength(text)).toBe(archive.readUInt32LE(at + 24));
    files[archive.toString('utf8', at + 46, at + 46 + name)] = text;
    at += 46 + name + extra + comment;
  }
  return files;
}

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };

async function sheet(path: string): Promise<string[][]> {
  const response = await admin.get(path);
  expect(response.headers['content-type']).toContain('spreadsheetml.sheet');
  const xml = unzipped(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? '';
  return [...xml.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*>(.*?)<\/c>/gs)].map(([, cell = '']) =>
      cell
        .replace(/<[^>]+>/g, '')
        .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof signs) => signs[name]),
    ),
  );
}
const lines = async (path: string) => {
  const response = await admin.get(path);
  expect(response.headers['content-type']).toContain('text/csv');
  expect(response.body.startsWith('\uFEFF')).toBe(true);
  return response.body.slice(1).trimEnd().split('\r\n');
};
const aRoomNamed = (name: string, changed: Draft = {}) =>
  admin.post('examrooms', { name, building: 'Corp E', seatNumbers: 30, priority: 1, ...changed });

describe('[UX-14] exports', () => {
  it('[UX-14] contain the table’s columns with labels in the user’s language', async () => {
    await aRoomNamed('Șura, "mare"');
    const english = await lines('examrooms/export?format=csv&lang=en&search=sura');
    expect(english).toEqual([
      'Name,Building,Seats,Seats in rows,Slots,Priority',
      '"Șura, ""mare""",Corp E,30,0,0,1',
    ]);
    const [romanian] = await lines('examrooms/export?format=csv&search=sura');
    const [french] = await lines('examrooms/export?format=csv&lang=fr&search=sura');
    expect(new Set([english[0], romanian, french]).size).toBe(3);
  });

  it('[UX-14] contain the chosen columns of the matching rows in the chosen order', async () => {
    for (const name of ['Zeta Q', 'Țeta Q', 'Alfa Q', 'Teta Q']) await aRoomNamed(name);
    const query = 'columns=name,id&search=eta+q&sort=name&desc=true&lang=en';
    const names = (await lines(`examrooms/export?format=csv&${query}`)).map((line) => line.split(',')[0]);
    expect(names).toEqual(['Name', 'Zeta Q', 'Țeta Q', 'Teta Q']);
    expect((await sheet(`examrooms/export?format=xlsx&${query}`)).map((row) => row[0])).toEqual(names);
  });

  it('[UX-14] never execute: a formula is escaped in CSV and text in Excel', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '|calc',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
    ];
    for (const [n, text] of formulas.entries()) await aRoomNamed(text, { building: `formula ${n}` });
    const cells = (await lines('examrooms/export?format=csv&columns=name&search=formula&sort=id')).slice(1);
    expect(cells.length).toBe(formulas.length);
    for (const cell of cells) expect(cell).toMatch(/^"?'/);
    const response = await admin.get('examrooms/export?format=xlsx&columns=name&search=formula&sort=id');
    const xml = unzipped(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? '';
    expect(xml).not.toContain('<f');
    expect(xml).toContain('<t xml:space="preserve">=1+1</t>');
  });

  it('[UX-14] format dates, times, options and booleans for people', async () => {
    const draft: Draft = {
      ...(await drafts.sessions?.(server)),
      description: '<Vară> & "sesiune"',
      startDate: '2026-06-01',
      endDate: '2026-06-20',
      examScheduleStart: '2026-05-01T07:00:00Z',
      examScheduleEnd: '2026-05-20T07:30:00Z',
      simulation: true,
      pregenerateExamSession: false,
    };
    await admin.post('sessions', draft);
    const columns =
      'description,startDate,examScheduleEnd,simulation,pregenerateExamSession,gradE_CALC_MODE,moduleNames';
    const [, row] = await lines(`sessions/export?format=csv&lang=en&columns=${columns}`);
    expect(row).toMatch(
      /^"<Vară> & ""sesiune""",01\/06\/2026,20\/05\/2026 10:30,Yes,No,"Right ticks, only if none is wrong","Modulul \d+, Modulul \d+"$/,
    );
    const [, cells] = await sheet(`sessions/export?format=xlsx&lang=en&columns=${columns}`);
    // Spreadsheets count days from the end of 1899; half past ten in the morning is 0.4375 of one.
    expect(cells?.slice(1, 3)).toEqual(['46174', '46162.4375']);
    expect(cells?.[0]).toBe('<Vară> & "sesiune"');
  });

  it('[UX-14] of thousands of rows contain each exactly once', async () => {
    const studyPlace = await aSeries(server);
    await server.database.sql`insert into users (email, name) values ('many@exam.test', 'Many')`;
    await server.database.sql`
      insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id)
      select 'many@exam.test', 'Ana', 'Pop', 'AB123456', '1', 1, ${studyPlace.collegeId}, ${studyPlace.sectionId}, ${studyPlace.seriesId}
        from generate_series(1, 2500)`;
    const ids = (await lines('students/export?format=csv&columns=id&search=many')).slice(1);
    expect([ids.length, new Set(ids).size]).toEqual([2500, 2500]);
    expect((await sheet('students/export?format=xlsx&columns=id,lastName&search=many')).length).toBe(2501);
  });

  it('[UX-14] contain only what the user may see', async () => {
    const secretary = await signedInAs(server, 'secretary');
    await aStudent(server);
    const response = await secretary.get('students/export?format=csv&columns=id');
    expect(response.body.slice(1).trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('[UX-14] are refused for unknown columns, formats and languages', async () => {
    for (const query of [
      'format=pdf',
      '',
      'format=csv&columns=nope',
      'format=csv&columns=password_hash',
      'format=csv&lang=de',
    ]) {
      expect((await admin.get(`students/export?${query}`)).statusCode).toBe(400);
    }
  });
});

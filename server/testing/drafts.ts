import { aCollege, aDiscipline, aSection, aSeries, aTeacher } from './accounts.ts';
import type { TestServer } from './server.ts';

/** A valid body with all fields, referring to existing rows. */
export type Draft = Record<string, unknown>;

let created = 0;
const next = () => {
  created += 1;
  return created;
};

/** A separate free day for each exam session, so no session overlaps another or today's. */
function aDay(): string {
  return new Date(Date.UTC(2090, 0, next() * 3)).toISOString().slice(0, 10);
}

async function insertedId(server: TestServer, table: 'rooms' | 'study_modules'): Promise<number> {
  const n = next();
  const { sql } = server.database;
  const [row] =
    table === 'rooms'
      ? await sql<{ id: number }[]>`insert into rooms (name, building, seat_numbers, priority)
          values (${`Sala ${n}`}, 'Corp A', 40, 1) returning id`
      : await sql<
          { id: number }[]
        >`insert into study_modules (position, name) values (${n}, ${`Modulul ${n}`}) returning id`;
  if (!row) throw new Error('the row was not made');
  return row.id;
}

export const aRoom = (server: TestServer) => insertedId(server, 'rooms');
const aModule = (server: TestServer) => insertedId(server, 'study_modules');

async function aUniversityYear(server: TestServer): Promise<number> {
  const [row] = await server.database.sql<{ id: number }[]>`
    insert into university_years (start_year, end_year) values (2026, 2027) returning id`;
  if (!row) throw new Error('the row was not made');
  return row.id;
}

/** Valid bodies by entity path. */
export const drafts: Readonly<Record<string, (server: TestServer) => Promise<Draft>>> = {
  universityYears: async () => ({ startYear: 2026, endYear: 2027 }),
  colleges: async () => ({
    code: `C-${next()}`,
    name: 'Facultatea de Științe',
    defaultPSimpleQuestions: 40,
    defaultPMultipleQuestions: 60,
    allowEditPercent: false,
  }),
  sections: async (server) => ({
    collegeId: await aCollege(server),
    code: `S-${next()}`,
    name: 'Informatică',
    defaultPSimpleQuestions: null,
    defaultPMultipleQuestions: null,
    allowEditPercent: null,
  }),
  series: async (server) => ({
    sectionId: (await aSection(server)).sectionId,
    code: next(),
    name: 'Seria A',
    year: 2,
    langCode: 'English',
  }),
  modules: async () => ({ index: next(), name: `Modulul mare ${next()}` }),
  sessions: async (server) => {
    const day = aDay();
    return {
      description: 'Sesiunea de iarnă',
      startDate: day,
      endDate: day,
      contestStartDate: `${day}T08:00:00.000Z`,
      contestEndDate: `${day}T10:00:00.000Z`,
      contestResolveEndDate: `${day}T12:00:00.000Z`,
      examScheduleStart: `${day}T05:00:00.000Z`,
      examScheduleEnd: `${day}T06:00:00.000Z`,
      examSessionModules: [await aModule(server), await aModule(server)],
      gradE_CALC_MODE: 'JUST_CORRECT',
      simulation: true,
      pregenerateExamSession: true,
    };
  },
  examrooms: async () => ({ name: `A${next()}`, building: 'Corp B', seatNumbers: 30, priority: 2 }),
  rows: async (server) => ({ examRoomId: await aRoom(server), rowNumber: 1, seats: 10 }),
  examroomslots: async (server) => ({
    examRoomId: await aRoom(server),
    startHour: '08:00',
    endHour: '10:00',
  }),
  students: async (server) => {
    const { collegeId, sectionId, seriesId, year } = await aSeries(server);
    return {
      firstName: 'Ștefania',
      lastName: 'Țurcanu',
      year,
      email: `student${next()}@exam.test`,
      cnp: '6140101070075',
      phoneNumber: '+40 712 345 678',
      collegeId,
      sectionId,
      seriesId,
      externalId: `X${next()}`,
      nrMatricol: `N${next()}`,
      groupeNumber: '3B',
    };
  },
  secretars: async (server) => {
    const { collegeId, sectionId, seriesId, year } = await aSeries(server);
    return {
      email: `secretary${next()}@exam.test`,
      college: collegeId,
      section: sectionId,
      series: [seriesId],
      year,
    };
  },
  teachers: async () => ({ name: 'Ștefan Țîrlea', email: `teacher${next()}@exam.test` }),
  disciplines: async (server) => {
    const { collegeId, sectionId, seriesId, year } = await aSeries(server);
    const [holder, collaborator] = [await aTeacher(server), await aTeacher(server)];
    return {
      description: 'Fiziologie și fiziopatologie',
      code: `FZ${next()}`,
      universityYearId: await aUniversityYear(server),
      collegeId,
      sectionId,
      series: [seriesId],
      year,
      semester: 2,
      holders: [holder.userId],
      collaborators: [collaborator.userId],
    };
  },
  chapters: async (server) => ({
    disciplineId: (await aDiscipline(server)).id,
    code: `I.${next()}`,
    description: 'Țesutul muscular',
    examOnly: true,
  }),
};

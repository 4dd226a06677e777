import type { Entity } from '../entity.ts';
import { chapter, discipline, teacher } from './discipline.ts';
import { examSession, studyModule } from './exam-session.ts';
import { college, section, series } from './faculty.ts';
import { secretary, student } from './people.ts';
import { room, roomSlot, seatRow } from './room.ts';
import { universityYear } from './university-year.ts';

/** Every entity of the generic screens. */
export const entities = [
  universityYear,
  college,
  section,
  series,
  studyModule,
  examSession,
  room,
  seatRow,
  roomSlot,
  student,
  secretary,
  teacher,
  discipline,
  chapter,
] as const satisfies readonly Entity[];

export type EntityName = (typeof entities)[number]['name'];

/** The entity with a path; an undeclared path is a defect. */
export function entityAt(path: string): Entity {
  const found = (entities as readonly Entity[]).find((entity) => entity.path === path);
  if (!found) throw new Error(`no entity has the path ${path}`);
  return found;
}

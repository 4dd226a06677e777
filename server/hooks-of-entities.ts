import type { OtherRow } from '#contract/entities/other-rows.ts';
import type { EntityName } from '#contract/entities/registry.ts';
import { type DefaultPercents, percentProblems } from '#domain/faculties/default-percents.ts';
import { type CrudHooks, entityHooks } from './crud/entity-hooks.ts';
import { chapterHooks } from './features/disciplines/chapter-hooks.ts';
import { disciplineHooks } from './features/disciplines/discipline-hooks.ts';
import { examSessionHooks } from './features/exam-sessions/exam-session-hooks.ts';
import { seriesHooks } from './features/faculties/series-hooks.ts';
import { roomHooks, roomSlotHooks, seatRowHooks } from './features/rooms/room-hooks.ts';
import { secretaryHooks } from './features/secretaries/secretary-hooks.ts';
import { studentHooks } from './features/students/student-hooks.ts';
import { teacherHooks } from './features/teachers/teacher-hooks.ts';
import { collegeScope, sectionScope } from './scopes/row-scopes.ts';

const collegeHooks = entityHooks<DefaultPercents>({ check: percentProblems, scope: collegeScope });
const sectionHooks = entityHooks<DefaultPercents>({ check: percentProblems, scope: sectionScope });

/** The hooks of entities in the registry that need some. */
export const crudHooks = {
  of: {
    colleges: collegeHooks,
    sections: sectionHooks,
    series: seriesHooks,
    sessions: examSessionHooks,
    examrooms: roomHooks,
    examroomslots: roomSlotHooks,
    rows: seatRowHooks,
    students: studentHooks,
    secretars: secretaryHooks,
    teachers: teacherHooks,
    disciplines: disciplineHooks,
    chapters: chapterHooks,
  },
  otherTables: {
    chapter_structures: 'discipline',
    questions: 'question',
    custom_exams: 'customExam',
    custom_exam_series: 'customExam',
    custom_exam_disciplines: 'customExam',
    appointments: 'appointment',
    waiting_places: 'appointment',
    template_groups: 'examTemplate',
    exam_groups: 'exam',
    exam_contests: 'exam',
    exam_contest_questions: 'exam',
    settlements: 'exam',
  },
} as const satisfies CrudHooks & { otherTables: Record<string, EntityName | OtherRow> };

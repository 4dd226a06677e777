import { reversedSpan } from '#domain/calendar/order.ts';
import { type DefaultPercents, percentProblems } from '#domain/faculties/default-percents.ts';
import { type Openings, opening } from './crud/opening.ts';
import { chapterOpening } from './features/disciplines/chapter-opening.ts';
import { disciplineOpening } from './features/disciplines/discipline-opening.ts';
import { teacherOpening } from './features/disciplines/teacher-opening.ts';
import { examSessionOpening } from './features/exam-sessions/exam-session-opening.ts';
import { roomSlotOpening } from './features/rooms/room-slot-opening.ts';
import { secretaryOpening } from './features/secretaries/secretary-opening.ts';
import { studentOpening } from './features/students/student-opening.ts';
import { collegeScope, sectionScope, seriesScope } from './scopes/row-scopes.ts';

type Years = { readonly startYear: number | null; readonly endYear: number | null };

const universityYearOpening = opening<Years>({
  check: ({ startYear, endYear }) => reversedSpan(startYear, endYear, 'endYear'),
});
const collegeOpening = opening<DefaultPercents>({ check: percentProblems, scope: collegeScope });
const sectionOpening = opening<DefaultPercents>({ check: percentProblems, scope: sectionScope });

/** What entities of the registry need beyond their data; those that are not named need nothing. */
export const openings: Openings = {
  of: {
    universityYears: universityYearOpening,
    colleges: collegeOpening,
    sections: sectionOpening,
    series: { scope: seriesScope },
    sessions: examSessionOpening,
    examroomslots: roomSlotOpening,
    students: studentOpening,
    secretars: secretaryOpening,
    teachers: teacherOpening,
    disciplines: disciplineOpening,
    chapters: chapterOpening,
  },
  otherTables: {
    chapter_structures: 'discipline',
    questions: 'question',
    custom_exams: 'customExam',
    custom_exam_series: 'customExam',
    custom_exam_disciplines: 'customExam',
    appointments: 'appointment',
    template_groups: 'examTemplate',
    exam_groups: 'exam',
  },
};

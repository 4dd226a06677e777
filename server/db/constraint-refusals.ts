import { type ErrorCode, problem, Refusal } from '#domain/errors.ts';

/** Constraints that a person's input can violate, and the refusal for each. */
const refusals: Readonly<Record<string, () => Refusal>> = {
  room_slots_apart: () => new Refusal('slot.overlap', {}),
  room_seats_exceeded: () => new Refusal('room.seatsExceeded', {}),
  secretaries_once: () => new Refusal('secretary.duplicate', {}),
  students_not_sitting: () => new Refusal('student.sitting', {}, [problem('email', 'student.sitting')]),
  // The enrolment moved to another account while its old account was starting something.
  exam_groups_enrolment: () => new Refusal('auth.enrolmentUnknown', {}),
  appointments_seat_once: () => new Refusal('appointment.seatTaken', {}),
  appointments_exam_once: () => new Refusal('appointment.examTwice', {}),
  waiting_places_once: () => new Refusal('waitingPlace.twice', {}),
  appointments_one_place: () => new Refusal('appointment.elsewhere', {}),
  custom_exam_parts_sat: () => new Refusal('customExam.partSat', { part: '', count: 1 }),
  // The paper was given out in its slot.
  printed_paper_stays: () => new Refusal('appointment.begun', {}),
  template_begun: () => new Refusal('template.begun', {}),
  template_printed: () => new Refusal('template.printed', {}),
  template_runs_one: () => new Refusal('template.running', {}),
  // A template was generated from the part.
  template_exams_part_id_fkey: () => new Refusal('resource.inUse', { by: 'examTemplate', count: 1 }),
  exam_contests_once: () => new Refusal('contestation.twice', {}),
  exam_contests_case_once: () => new Refusal('contestation.caseTwice', {}),
  custom_exams_section_of_college: () => wrongField('sectionId', 'validation.reference'),
  room_slots_in_order: () => wrongField('endHour', 'validation.endBeforeStart'),
  university_years_in_order: () => wrongField('endYear', 'validation.endBeforeStart'),
  exam_sessions_days_in_order: () => wrongField('endDate', 'validation.endBeforeStart'),
  exam_sessions_contest_in_order: () => wrongField('contestEndDate', 'validation.endBeforeStart'),
  exam_sessions_resolve_in_order: () => wrongField('contestResolveEndDate', 'validation.endBeforeStart'),
  exam_sessions_schedule_in_order: () => wrongField('examScheduleEnd', 'validation.endBeforeStart'),
  colleges_percent_sum: () => wrongField('defaultPMultipleQuestions', 'validation.percentSum'),
  sections_percent_sum: () => wrongField('defaultPMultipleQuestions', 'validation.percentSum'),
  colleges_code_unique: () => duplicate('code'),
  sections_code_unique: () => duplicate('code'),
  series_code_unique: () => duplicate('code'),
  rooms_name_unique: () => duplicate('name'),
  seat_rows_number_unique: () => duplicate('rowNumber'),
  study_modules_name_unique: () => duplicate('name'),
  students_matricol_unique: () => duplicate('nrMatricol'),
  students_external_unique: () => duplicate('externalId'),
  users_email_key: () => duplicate('email'),
  disciplines_code_unique: () => duplicate('code'),
  chapters_code_unique: () => duplicate('code'),
  disciplines_section_of_college: () => wrongField('sectionId', 'validation.reference'),
  students_section_of_college: () => wrongField('sectionId', 'validation.reference'),
  students_series_of_section: () => wrongField('seriesId', 'validation.reference'),
  // Only a series whose year changed after the check comes this far.
  students_series_of_year: () => wrongField('seriesId', 'validation.reference'),
  secretaries_section_of_college: () => wrongField('section', 'validation.reference'),
};

type PlainCode = Extract<
  ErrorCode,
  'validation.endBeforeStart' | 'validation.percentSum' | 'validation.reference'
>;
const wrongField = (path: string, code: PlainCode) =>
  new Refusal('validation.failed', {}, [problem(path, code)]);
const duplicate = (field: string) => new Refusal('resource.duplicate', { field });

/** The refusal for a violated constraint; undefined when only a defect of ours can violate it. */
export function refusalOfConstraint(thrown: unknown): Refusal | undefined {
  const name = (thrown as { constraint?: string } | undefined)?.constraint;
  return name === undefined ? undefined : refusals[name]?.();
}

-- A place in the queue belongs to its session: where two include a day, a student can wait in both.
alter table waiting_places
  drop constraint waiting_places_once,
  add constraint waiting_places_once
    unique nulls not distinct (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id);

-- A student can wait for any slot of a room, and is told when what they wait for is deleted.
alter table waiting_places
  add column room_id integer references rooms on delete cascade,
  drop constraint waiting_places_once,
  add constraint waiting_places_once unique nulls not distinct (student_id, custom_exam_id, exam_date, room_id, room_slot_id),
  add constraint waiting_places_room_or_slot check (num_nonnulls(room_id, room_slot_id) <= 1);
create index waiting_places_room on waiting_places (room_id);

alter table appointment_mails
  drop constraint appointment_mails_kind_check,
  add constraint appointment_mails_kind_check
    check (kind in ('confirmation', 'change', 'cancellation', 'reminder', 'offer', 'offerEnded', 'waitingEnded')),
  drop constraint appointment_mails_of_exam,
  add constraint appointment_mails_of_exam check (exam_id is not null or kind in ('offer', 'offerEnded', 'waitingEnded'));

-- Seats that extra time keeps after the end of their slot, in the later slots of the room: of the same day, and of the next one when it
-- reaches beyond midnight.
create or replace view overrun_seats as
  select t.id as room_slot_id, a.exam_date, a.row_number, a.seat_number, a.id as appointment_id, a.custom_exam_id
    from appointments a join room_slots t on t.room_id = a.room_id and t.id <> a.room_slot_id
   where a.extra_minutes > 0 and a.annulled_at is null
     and (a.exam_date + t.start_hour)::timestamptz < a.ends_at + make_interval(mins => a.extra_minutes)
     and (a.exam_date + t.end_hour)::timestamptz > a.ends_at
  union all
  select t.id, a.exam_date + 1, a.row_number, a.seat_number, a.id, a.custom_exam_id
    from appointments a join room_slots t on t.room_id = a.room_id
   where a.extra_minutes > 0 and a.annulled_at is null
     and (a.exam_date + 1 + t.start_hour)::timestamptz < a.ends_at + make_interval(mins => a.extra_minutes);
create index appointments_with_extra_time_next_day on appointments (room_id, (exam_date + 1)) where extra_minutes > 0;

-- Seats that extra time keeps after the end of their slot, in the later slots of the room.
create view overrun_seats as
  select t.id as room_slot_id, a.exam_date, a.row_number, a.seat_number, a.id as appointment_id, a.custom_exam_id
    from appointments a join room_slots t on t.room_id = a.room_id and t.id <> a.room_slot_id
   where a.extra_minutes > 0 and a.annulled_at is null
     and (a.exam_date + t.start_hour)::timestamptz < a.ends_at + make_interval(mins => a.extra_minutes)
     and (a.exam_date + t.end_hour)::timestamptz > a.ends_at;
create index appointments_with_extra_time on appointments (room_id, exam_date) where extra_minutes > 0;

-- Seats that nobody may be given, and seats for people who need room.
create table seat_marks (
  id integer generated always as identity primary key,
  room_id integer not null references rooms on delete cascade,
  -- Row 0 is for seats outside the rows.
  row_number smallint not null check (row_number >= 0),
  seat_number smallint not null check (seat_number > 0),
  mark text not null check (mark in ('outOfOrder', 'accessible')),
  constraint seat_marks_once unique (room_id, row_number, seat_number)
);
create trigger audited after insert or update or delete on seat_marks for each row execute function audit_change();

-- How many seats of a room can be given. A mark of a seat that no longer exists does not count.
create function usable_seats(room integer) returns integer language sql stable as $$
  select (greatest(r.seat_numbers, w.total) - (
           select count(*) from seat_marks m
            where m.room_id = r.id and m.mark = 'outOfOrder'
              and (exists (select from seat_rows s where s.room_id = r.id and s.row_number = m.row_number and s.seats >= m.seat_number)
                   or m.row_number = 0 and m.seat_number <= r.seat_numbers - w.total)))::integer
    from rooms r cross join lateral (select coalesce(sum(seats), 0)::integer as total from seat_rows where room_id = r.id) w
   where r.id = room
$$;

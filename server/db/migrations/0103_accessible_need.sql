-- The student needs an accessible seat: kept when the appointment moves. Somebody who got such a seat because no other was
-- left does not need one.
alter table appointments add column needs_accessible boolean not null default false;
-- Until now the need was only known by the seat that the office asked for.
update appointments a set needs_accessible = true
 where a.ends_at > now() and a.annulled_at is null
   and a.booked_by is distinct from (select p.user_id from students p where p.id = a.student_id)
   and exists (select from seat_marks m where m.room_id = a.room_id and m.row_number = a.row_number
                  and m.seat_number = a.seat_number and m.mark = 'accessible');

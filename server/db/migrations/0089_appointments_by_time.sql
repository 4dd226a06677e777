-- The list of students' exams starts with the newest: walked by this index, a page does not sort every appointment.
create index appointments_by_time on appointments (starts_at desc, id desc);

-- Students with one last name stand by their first name; a list of one year is counted without reading all of them.
drop index students_by_name;
create index students_by_name on students
  (last_name collate natural_ro, first_name collate natural_ro, id) include (search);
create index students_year on students (year);
-- Disciplines with one name stand by their code.
drop index disciplines_by_name;
create index disciplines_by_name on disciplines (description collate natural_ro, code collate natural_ro, id);

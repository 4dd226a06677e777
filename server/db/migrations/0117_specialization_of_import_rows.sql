-- The specialization and the year that a row of a student file names although its series is not recognised: the secretaries
-- of the whole specialization see such a row.
alter table student_import_rows add column section_id integer references sections on delete set null;
alter table student_import_rows add column year integer;
create index student_import_rows_section on student_import_rows (section_id) where section_id is not null;
-- Dashboards count the rows not imported of every file of the last month.
create index student_import_rows_lost on student_import_rows (import_id, position) where state in ('refused', 'failed');

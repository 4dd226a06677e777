-- A series is a group of one year of study, so that a student in it is in that year. Whoever was entered with another
-- year takes that of the series: the series is what lists, papers and secretaries go by.
alter table series add constraint series_of_year unique (id, year);
update students s set year = r.year from series r where r.id = s.series_id and r.year <> s.year;
alter table students add constraint students_series_of_year foreign key (series_id, year) references series (id, year);

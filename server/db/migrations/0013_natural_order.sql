-- Romanian order in which the numbers inside a text count by their value: K2 before K10, Sala 9 before Sala 10.
create collation natural_ro (provider = icu, locale = 'ro-u-kn-true');

drop index users_by_name, disciplines_by_name, rooms_by_name, students_by_name;
create index users_by_name on users (name collate natural_ro, id);
create index disciplines_by_name on disciplines (description collate natural_ro, id);
create index rooms_by_name on rooms (name collate natural_ro, id) include (search);
create index students_by_name on students (last_name collate natural_ro, id) include (search);

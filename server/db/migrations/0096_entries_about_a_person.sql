-- Entries of the log about rows of a person that were deleted since.
create index audit_log_removed_student on audit_log ((before ->> 'student_id')) where after is null and before ? 'student_id';
create index audit_log_removed_user on audit_log ((before ->> 'user_id')) where after is null and before ? 'user_id';

-- The account to which the last row of a left account moved: both belong to one person.
alter table users add column left_for integer references users (id);
create index users_left_for on users (left_for) where left_for is not null;

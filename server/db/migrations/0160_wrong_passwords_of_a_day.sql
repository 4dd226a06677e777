-- The counters of past hours stay for a day, so that the dashboard can show the wrong passwords of 24 hours.
alter table sign_in_failure_hours add column noted boolean not null default false;
create index sign_in_failure_hours_open on sign_in_failure_hours (hour) where not noted;

-- After how many days the student was told, when they began, that the recording is deleted; null when nobody was told.
alter table exam_groups add column recording_days smallint check (recording_days > 0);

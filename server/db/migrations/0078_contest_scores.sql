-- Score and grade after a contestation are those of its exam: a later settlement may change them again.
alter table exam_contests drop column score_after, drop column grade_after;

-- Whether a session can be deleted is asked of every table that refers to it.
create index template_groups_session on template_groups (exam_session_id);

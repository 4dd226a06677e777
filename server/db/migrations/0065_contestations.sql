-- Contestations: what students file, cases that holders open, and how each question was decided.
create table exam_contests (
  id integer generated always as identity primary key,
  type text not null check (type in ('question', 'technical', 'case')),
  -- Null for a case, which is about a question version in a session.
  exam_id integer references exams,
  student_id integer references students,
  exam_session_id integer not null references exam_sessions,
  question_version_id integer references question_versions,
  status text not null default 'DP' check (status in ('DP', 'RS', 'AC', 'PAC')),
  comment text check (length(comment) between 1 and 1000),
  -- What the system knew about the technical side of the exam.
  facts jsonb,
  score_before numeric(9, 2),
  grade_before numeric(4, 2),
  score_after numeric(9, 2),
  grade_after numeric(4, 2),
  filed_by integer references users,
  filed_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint exam_contests_once unique (exam_id, type),
  constraint exam_contests_of_something check (
    (type = 'case') = (exam_id is null) and (exam_id is null) = (student_id is null)
    and (type = 'case') = (question_version_id is not null) and (exam_id is null) = (score_before is null)),
  constraint exam_contests_resolved_whole check ((status = 'DP') = (resolved_at is null))
);
create unique index exam_contests_case_once on exam_contests (exam_session_id, question_version_id) where type = 'case';
create index exam_contests_waiting on exam_contests (exam_session_id) where status = 'DP';
create index exam_contests_session on exam_contests (exam_session_id, id);
create index exam_contests_student on exam_contests (student_id);
create index exam_contests_version on exam_contests (question_version_id);

-- Position 0 is a technical complaint as a whole.
create table exam_contest_questions (
  id integer generated always as identity primary key,
  contest_id integer not null references exam_contests on delete cascade,
  position smallint not null check (position between 0 and 999),
  question_version_id integer references question_versions,
  -- Whose holders resolve it, as it was when it was filed.
  discipline_id integer references disciplines,
  -- The ticks in the bank's order: bit n is the bank's answer n.
  ticked integer not null default 0,
  reason text check (reason in ('RFI', 'RI', 'RM', 'RAL', 'RNB', 'RN', 'AL')),
  comment text check (length(comment) between 1 and 1000),
  accepted boolean,
  settle text check (settle in ('fullPoints', 'removeAnswer', 'changeKey', 'countLate')),
  reach text check (reach in ('student', 'template', 'session')),
  -- The settlement in force for it; several questions can share one.
  settlement_id integer,
  reply text check (length(reply) between 1 and 1000),
  resolved_by integer references users,
  resolved_at timestamptz,
  unique (contest_id, position),
  constraint exam_contest_questions_whole check ((position = 0) = (question_version_id is null)),
  constraint exam_contest_questions_explained check (reason not in ('RNB', 'RN', 'AL') or comment is not null),
  constraint exam_contest_questions_resolved check (
    (accepted is null) = (resolved_at is null) and (settle is null or accepted) and (settle is null) = (reach is null))
);
create index exam_contest_questions_version on exam_contest_questions (question_version_id);
create index exam_contest_questions_waiting on exam_contest_questions (discipline_id) where accepted is null;
create index exam_contest_questions_settlement on exam_contest_questions (settlement_id) where settlement_id is not null;
create index exam_contest_questions_discipline on exam_contest_questions (discipline_id);

-- What was filed stays as it was filed; only the decision changes, and erasing the person takes the words.
create function filed_contest_stays() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'comment' = to_jsonb(old) - 'comment' and new.comment in ('?', '–') then
    return new;
  end if;
  raise exception 'what was filed in a contestation is never changed';
end $$;
create trigger filed_contest_stays before update of type, exam_id, student_id, exam_session_id, question_version_id, comment,
  facts, score_before, grade_before, filed_by, filed_at on exam_contests for each row execute function filed_contest_stays();
create trigger filed_question_stays before update of contest_id, position, question_version_id, discipline_id, ticked, reason,
  comment on exam_contest_questions for each row execute function filed_contest_stays();

-- A conflict of interest: the user never resolves contestations of this student.
create table relatives (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  student_id integer not null references students on delete cascade,
  marked_at timestamptz not null default now(),
  unique (user_id, student_id)
);
create index relatives_student on relatives (student_id);

-- Mails about contestations, sent by a background job; what they tell is noted when it happens.
create table contest_mails (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  contest_id integer references exam_contests on delete cascade,
  kind text not null check (kind in ('filed', 'outcome', 'reopened', 'gradeChanged', 'reminder')),
  facts jsonb not null,
  made_at timestamptz not null default now(),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  problem text
);
create index contest_mails_due on contest_mails (next_try_at) where sent_at is null and failed_at is null;
-- One reminder per person and session.
create unique index contest_mails_reminder_once on contest_mails (user_id, (facts ->> 'sessionId')) where kind = 'reminder';
create index contest_mails_user on contest_mails (user_id, id);
create index contest_mails_contest on contest_mails (contest_id);

create trigger audited after insert or update or delete on exam_contests for each row execute function audit_change();
create trigger audited after insert or update or delete on exam_contest_questions for each row execute function audit_change();
create trigger audited after insert or update or delete on relatives for each row execute function audit_change();

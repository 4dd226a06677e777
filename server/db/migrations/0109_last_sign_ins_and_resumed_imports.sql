-- The last sign-in of an account stays when the sign-ins themselves are cleared after their retention. A table of its own:
-- writing it changes no account, so it makes no entry in the log and touches no index of accounts.
create table last_sign_ins (
  user_id integer primary key references users (id) on delete cascade,
  at timestamptz not null
);
insert into last_sign_ins (user_id, at)
select known.user_id, max(known.at)
  from (select a.actor_id as user_id, a.at from audit_log a where a.action = 'signIn'
        union all select s.user_id, s.created_at from sign_ins s) known
  join users u on u.id = known.user_id and u.erased_at is null
 group by known.user_id;

-- The administrator who started or resumed an import that somebody else uploaded; it is written with their rights.
alter table imports add column resumed_by integer references users (id);

-- Whether an administrator confirmed that the generation draws frozen papers again.
alter table template_runs add column overrides boolean not null default false;

alter table uploads add column resumable boolean not null default false;

-- A post that goes out once its release is open to its readers, and not before its time where it has one. The version before takes
-- one without a time for a draft, and publishes no draft by itself.
alter table posts add column with_release boolean not null default false;
create index posts_with_release on posts (release_id) where with_release;

-- Which version of the store brought a migration: a version before can name the newer one whose database it finds.
create table migration_versions (migration text primary key, version text not null);

-- When a provider's message about something of ours was last refused for its signature: the secret may be a wrong one.
create table refused_messages (provider text primary key, refused_at timestamptz not null);

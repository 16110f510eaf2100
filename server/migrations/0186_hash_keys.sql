-- The keys of keyed hashes, each sealed with SECRET_KEY: who replaces that can go on checking what was hashed before.
create table hash_keys (
  id bigint generated always as identity primary key,
  purpose text not null,
  sealed text not null
);

-- Of which upload a stored picture was drawn: the same image in another place has other bytes there. Both are hashes, the
-- stored one as its address has it.
create table picture_sources (
  picture bytea not null check (length(picture) = 16),
  source_sha256 bytea not null check (length(source_sha256) = 32),
  primary key (picture, source_sha256)
);
create index picture_sources_source on picture_sources (source_sha256);

-- A file is what buyers own; what they download is its present build. Replaced builds stay, with their dates.
create table file_builds (
  id uuid primary key,
  file_id uuid not null references game_files on delete cascade,
  name text not null,
  size_bytes bigint not null,
  storage_key text not null unique,
  sha256 bytea,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index file_builds_of_file on file_builds (file_id, created_at desc);
create unique index file_builds_one_present on file_builds (file_id) where replaced_at is null;

insert into file_builds (id, file_id, name, size_bytes, storage_key, sha256, created_at)
  select gen_random_uuid(), id, name, size_bytes, storage_key, sha256, created_at from game_files;

alter table game_files
  drop column name,
  drop column size_bytes,
  drop column storage_key,
  drop column sha256;

-- A file with its present build; a withdrawn file keeps the last one it had.
create view built_files as
  select file.id, file.game_id, file.kind, file.device, file.custom_price_cents, file.position, file.withdrawn_at,
    build.name, build.size_bytes, build.storage_key, build.sha256, build.created_at as built_at
  from game_files as file
  join file_builds as build on build.file_id = file.id and build.replaced_at is null;

-- Pictures are {url, width, height, blur, widths, alt}.
update games set
  card = '{"widths": [], "alt": ""}' || card,
  cover = '{"widths": [], "alt": ""}' || cover,
  page_bg = '{"widths": [], "alt": ""}' || page_bg,
  buy_button = '{"widths": [], "alt": ""}' || buy_button,
  demo_button = '{"widths": [], "alt": ""}' || demo_button,
  screenshots = (
    select coalesce(jsonb_agg('{"widths": [], "alt": ""}' || picture order by place), '[]')
    from jsonb_array_elements(screenshots) with ordinality as shot(picture, place)
  );

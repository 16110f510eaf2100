-- What each account has fetched so far becomes its versions.
insert into owned_versions (account_id, file_id, build_id, release_id, source, at)
  select download.account_id, download.file_id, build.id, build.release_id, 'fetched', max(download.created_at)
  from downloads as download
  join file_builds as build on build.file_id = download.file_id
    and download.created_at >= build.created_at
    and (build.replaced_at is null or download.created_at < build.replaced_at)
  where download.account_id is not null
  group by download.account_id, download.file_id, build.id, build.release_id
  on conflict do nothing;

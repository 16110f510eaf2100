-- The sitemap numbers the ids of all listed games, which it reads from an index alone. The old one stays for the version before.
create index games_in_sitemap on games (id) include (slug, updated_at)
  where status = 'published' and suspended_at is null and visibility = 'public';

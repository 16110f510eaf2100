-- The newest releases of all games, for the store's feed.
create index releases_newest on releases (live_at desc, id desc) where live_at is not null and withdrawn_at is null;

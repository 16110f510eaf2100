-- Lists by name are in the order of ICU, whatever the database's own collation is: under that of C stand É, Đ and Ł after Z.
drop index games_title;
create index games_title on games (title collate "und-x-icu", id) where status = 'published' and suspended_at is null;
drop index accounts_by_name;
create index accounts_by_name on accounts (username collate "und-x-icu", id);

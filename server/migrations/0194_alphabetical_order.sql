-- Lists by name are in the order of ICU, whatever the database's own collation is: under that of C stand É, Đ and Ł after Z.
-- By 120 code points: an entry of an index holds 2,704 bytes.
drop index games_title;
create index games_title on games (left(title, 120) collate "und-x-icu", id) where status = 'published' and suspended_at is null;
drop index accounts_by_name;
create index accounts_by_name on accounts (left(username, 120) collate "und-x-icu", id);

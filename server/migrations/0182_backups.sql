-- When backups were made that hold everything; a store that is restored remembers those before.
create table backups (made_at timestamptz primary key);

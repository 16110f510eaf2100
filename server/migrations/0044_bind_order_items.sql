-- Makes binding what the migrations before added and filled in.
do $$
begin
  loop
    begin
      lock table orders, order_items, ledger_entries, games in access exclusive mode nowait;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
end $$;
alter table order_items
  alter column game_id set not null,
  add constraint order_items_game_id_fkey foreign key (game_id) references games not valid;
alter table orders alter column number set not null, alter column titles set not null;
alter table ledger_entries drop constraint ledger_entries_pkey;

-- What the provider of the demo does with the next payouts, as somebody who tries it out has chosen.
create table sandbox_settings (
  only_row boolean primary key default true check (only_row),
  payout_fate text not null default 'pay' check (payout_fate in ('pay', 'stick', 'fail', 'unclear'))
);
insert into sandbox_settings default values;

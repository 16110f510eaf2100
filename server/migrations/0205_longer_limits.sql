-- Room for the 26 themes whose levels fit a safe integer, in base 36.
alter table account_limits drop constraint account_limits_limits_check,
  add constraint account_limits_limits_check check (limits ~ '^v1\.[0-9a-z]{1,11}(\.a)?$');

-- Limits of texts count characters as people do, each of up to 16 code points, which is what length() counts.
alter table content_warnings
  drop constraint content_warnings_note_check,
  add constraint content_warnings_note_check check (length(note) between 1 and 16 * 140);
alter table reports
  drop constraint reports_text_check,
  add constraint reports_text_check check (length(text) between 20 and 16 * 5000);
alter table appeals
  drop constraint appeals_text_check,
  add constraint appeals_text_check check (length(text) between 20 and 16 * 4000);
alter table passkeys
  drop constraint passkeys_name_check,
  add constraint passkeys_name_check check (length(name) between 1 and 16 * 40);
alter table sales
  drop constraint sales_name_check,
  add constraint sales_name_check check (length(name) between 1 and 16 * 80);
alter table bundles
  drop constraint bundles_title_check,
  add constraint bundles_title_check check (length(title) between 1 and 16 * 80);

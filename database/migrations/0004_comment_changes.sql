-- What the changes of single places are found in: both versions by time and narrow bands.
alter table sound_comparisons add column detail json;
-- What changed at the place of a comment since the version it was made on; null until both were compared.
alter table carried_comments add column change json;

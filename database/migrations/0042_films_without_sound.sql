-- A film without sound has a picture to comment on: its length and frame rate. Those that were looked at before are looked at again.
alter table sound_measurements add column picture json;
update sound_measurements set analyser = 0 where reason = 'no-sound' and state = 'unmeasured';

-- What lies in the file store beside the figures: peaks at every scale, the spectrogram, the light rendition (by kind, storage keys).
alter table sound_measurements add column artefacts json not null default '{}';

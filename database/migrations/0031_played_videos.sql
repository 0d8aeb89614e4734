-- Videos from before are played in place, too: until now their bytes were only offered for download.
update files
set media_type = case
  when name ~* '\.(mp4|m4v|mov)$' then 'video/mp4'
  when name ~* '\.ogv$' then 'video/ogg'
  else 'video/webm'
end
where kind = 'video'
  and media_type = 'application/octet-stream'
  and name ~* '\.(mp4|m4v|mov|mkv|webm|ogv)$';

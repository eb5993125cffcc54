-- What an encoder named: a whole break, an opportunity in it, or one ad; and its SCTE-35 messages, in hex, for playlists.
ALTER TABLE live_cues ADD COLUMN scope text;
ALTER TABLE live_cues ADD COLUMN out_message text;
ALTER TABLE live_cues ADD COLUMN in_message text;

-- Merges that need little memory, whatever they merge: few rows at a time, of few parts, with small buffers. A row of sums has
-- about 2 kB in memory, and a merge reads at least 8192 rows of each part.
ALTER TABLE views MODIFY SETTING
  merge_max_block_size = 512, merge_max_block_size_bytes = 1048576, max_compress_block_size = 65536, max_parts_to_merge_at_once = 5;

ALTER TABLE view_totals MODIFY SETTING
  merge_max_block_size = 512, merge_max_block_size_bytes = 1048576, max_compress_block_size = 65536, max_parts_to_merge_at_once = 5;

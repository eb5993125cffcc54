import { runArgs } from '../probe/input-args.ts'

/** Joins finished renditions into one MP4 without re-encoding. The playlists are our own, with relative names of
 * their segments; `videoPlaylist` is null for audio only. */
export function mp4Args(
  videoPlaylist: string | null,
  audioPlaylists: { path: string; language: string | null }[],
  outputPath: string,
): string[] {
  const inputs = [...(videoPlaylist ? [videoPlaylist] : []), ...audioPlaylists.map(({ path }) => path)]
  const firstAudio = videoPlaylist ? 1 : 0
  return [
    ...runArgs,
    ...inputs.flatMap((path) => ['-protocol_whitelist', 'file', '-f', 'hls', '-i', path]),
    ...(videoPlaylist ? ['-map', '0:v:0'] : []),
    ...audioPlaylists.flatMap((_, n) => ['-map', `${firstAudio + n}:a:0`]),
    ...audioPlaylists.flatMap(({ language }, n) =>
      language ? [`-metadata:s:a:${n}`, `language=${language}`] : [],
    ),
    '-c',
    'copy',
    '-map_metadata',
    '-1',
    '-dn',
    '-sn',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    outputPath,
  ]
}

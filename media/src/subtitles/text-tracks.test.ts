import { expect, it } from 'vitest'
import { parseTextTracks, textArgs } from './text-tracks.ts'

it('tells text tracks from bitmap subtitles', () => {
  const stream = (index: number, codec_name: string, more = {}) => ({
    index,
    codec_type: 'subtitle',
    codec_name,
    ...more,
  })
  const tracks = parseTextTracks({
    streams: [
      { index: 0, codec_type: 'video', codec_name: 'h264' },
      stream(1, 'hdmv_pgs_subtitle'),
      stream(2, 'subrip', { tags: { language: 'tel', title: 'Telugu' } }),
      stream(3, 'ass', { disposition: { hearing_impaired: 1 } }),
      stream(4, 'eia_608'),
    ],
  })
  expect(tracks).toEqual([
    { index: 2, language: 'tel', title: 'Telugu', isCaptions: false },
    { index: 3, language: null, title: null, isCaptions: true, isSubStation: true },
    { index: 4, language: null, title: null, isCaptions: true },
  ])
})

it('writes all tracks in one run, with a pinned demuxer', () => {
  const line = textArgs({ path: 'in', demuxer: 'mov' }, [{ index: 2 }, { index: 3 }]).join(' ')
  expect(line).toContain('-protocol_whitelist file -fflags +discardcorrupt -f mov -i file:in -map 0:2')
  expect(line).toContain('-map 0:3 -c:s webvtt -map_metadata -1 -f webvtt text-3.vtt')
  const subStation = textArgs({ path: 'in', demuxer: 'matroska' }, [{ index: 2, isSubStation: true }])
  expect(subStation.join(' ')).toContain('-map 0:2 -c:s ass -f ass text-2.ass')
})

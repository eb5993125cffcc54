import { expect, it } from 'vitest'
import { pushedPlaylist } from './pushed-playlist.ts'

it('writes the playlist of a live stream', () => {
  const segments = [
    { name: 'a-1.ts', durationS: 4, isNew: false },
    { name: 'a-2.ts', durationS: 3.9604, isNew: true },
  ]
  expect(pushedPlaylist(segments, { firstNumber: 7, discontinuities: 1, targetS: 4 })).toBe(
    `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-DISCONTINUITY-SEQUENCE:1
#EXTINF:4.000,
a-1.ts
#EXT-X-DISCONTINUITY
#EXTINF:3.960,
a-2.ts
`,
  )
})

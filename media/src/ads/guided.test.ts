import { expect, it } from 'vitest'
import { mediaPlaylist } from '../hls/hls.ts'
import { guidedPlaylist } from './guided.ts'
import { readStitchSource } from './stitch.ts'

const content = readStitchSource(
  mediaPlaylist({
    initUri: 'init.mp4',
    segments: [
      { uri: 'seg-0.m4s', durationS: 4 },
      { uri: 'seg-1.m4s', durationS: 2.5, initUri: 'init-1.mp4' },
    ],
    ended: true,
  }),
  '../c/',
)

it('adds ads as interstitials with dates, and keeps the content unchanged', () => {
  const given = { durationS: 5, restrictions: ['JUMP', 'SKIP'] } as const
  const playlist = guidedPlaylist(content, [
    { ...given, id: 'break-0', atS: 0, hiddenS: 0, position: 'preroll', assetListUri: '../breaks/0.json' },
    {
      ...given,
      id: 'break-1',
      atS: 4,
      hiddenS: 2.5,
      position: 'midroll',
      durationS: null,
      assetListUri: '../breaks/1.json',
      restrictions: [],
    },
  ])
  expect(playlist.split('\n').slice(6)).toEqual([
    '#EXT-X-MAP:URI="../c/init.mp4"',
    '#EXT-X-DATERANGE:ID="break-0",CLASS="com.apple.hls.interstitial",START-DATE="2000-01-01T00:00:00.000Z",DURATION=5.000,CUE="PRE,ONCE",X-RESUME-OFFSET=0,X-RESTRICT="JUMP,SKIP",X-ASSET-LIST="../breaks/0.json"',
    '#EXT-X-DATERANGE:ID="break-1",CLASS="com.apple.hls.interstitial",START-DATE="2000-01-01T00:00:04.000Z",CUE="ONCE",X-RESUME-OFFSET=2.5,X-ASSET-LIST="../breaks/1.json"',
    '#EXT-X-PROGRAM-DATE-TIME:2000-01-01T00:00:00.000Z',
    '#EXTINF:4.000000,',
    '../c/seg-0.m4s',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="../c/init-1.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2000-01-01T00:00:04.000Z',
    '#EXTINF:2.500000,',
    '../c/seg-1.m4s',
    '#EXT-X-ENDLIST',
    '',
  ])
})

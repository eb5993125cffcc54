import { expect, it } from 'vitest'
import { playlistFacts } from './playlist-facts.ts'

const range = '#EXT-X-DATERANGE:ID="slate-1",CLASS="io.kinora.slate",START-DATE="2026-11-23T12:00:00Z"'

it('reads the window and whether the slate is shown', () => {
  const segments = '#EXTM3U\n#EXTINF:2.000,\nseg-1.m4s\n#EXTINF:1.5,\nseg-2.m4s\n'
  expect(playlistFacts(segments)).toEqual({ windowS: 3.5, isSlate: false })
  expect(playlistFacts(`${range}\n${segments}`).isSlate).toBe(true)
  expect(playlistFacts(`${range},END-DATE="2026-11-23T12:00:04Z"\n${segments}`).isSlate).toBe(false)
  expect(playlistFacts(`${range},DURATION=4\n${segments}`).isSlate).toBe(false)
})

import { mediaPlaylist } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import { midroll } from '../../../testing/ads/decisions.ts'
import type { InsertedAd } from '../decisions/decision.ts'
import { type OutputRole, sessionPlaylist } from './session-playlist.ts'

const FRAME_S = 1024 / 48_000
const BREAKS = 50
const ADS = 3

const lengthOf = (video: readonly number[]) => video.reduce((a, b) => a + b, 0)

/** An ad whose audio is one to two frames longer than its video. */
function adOf(n: number): InsertedAd {
  const video = [4, 4, 2 + (n % 7) / 25]
  const audioS = (Math.ceil(lengthOf(video) / FRAME_S) + 1) * FRAME_S
  const audio = [4.053333, 4.053333, audioS - 2 * 4.053333]
  const outputs = [
    { name: 'x-v0', type: 'video' as const, width: 640, height: 360, segments: video },
    { name: 'x-a', type: 'audio' as const, width: 0, height: 0, segments: audio },
  ]
  return { creativeId: `c${n}`, outputs, tracking: [] }
}

const decisions = Array.from({ length: BREAKS }, (_, position) =>
  midroll(
    position,
    position * 4,
    Array.from({ length: ADS }, (__, n) => adOf(position * ADS + n)),
  ),
)

const content = mediaPlaylist({
  initUri: 'init.mp4',
  segments: Array.from({ length: BREAKS + 1 }, (_, n) => ({ uri: `seg-${n}.m4s`, durationS: 4 })),
  ended: true,
})

function startsOf(role: OutputRole): number[] {
  const parts = sessionPlaylist(content, 'o', role, decisions, 'player').split('#EXT-X-DISCONTINUITY\n')
  let atS = 0
  return parts.map((part) => {
    for (const [, s] of part.matchAll(/EXTINF:([\d.]+)/g)) atS += Number(s)
    return atS
  })
}

describe('a playlist of a session', () => {
  it('has audio and video of each ad at the same time, for players that add up lengths', () => {
    const video = startsOf({ type: 'video', width: 640, height: 360 })
    const audio = startsOf({ type: 'audio' })
    expect(audio).toHaveLength(BREAKS * (ADS + 1))
    for (const [n, atS] of audio.entries()) expect(Math.abs(atS - (video[n] ?? 0))).toBeLessThan(0.015)
  })
})

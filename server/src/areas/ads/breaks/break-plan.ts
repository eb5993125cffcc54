import type { AdBreakKind } from '@kinora/contract'
import { breakTime, readStitchSource } from '@kinora/media'
import type { Playback } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { PlannedBreak } from '../sessions/decide.ts'
import { breaksOf } from './breaks.ts'

/** The breaks of a new session in order. A video that still grows has only a pre-roll, because its end is not known. */
export async function planBreaks(
  { db }: Pick<Ads, 'db'>,
  channel: ChannelRow,
  { streams, sharedPlaylist }: Pick<Playback, 'streams' | 'sharedPlaylist'>,
): Promise<PlannedBreak[]> {
  const { environmentId, contentId, preroll, prerollAdTagUrl, midrollAdTagUrl, maxPrerollDurationS } = channel
  const breaks: Omit<PlannedBreak, 'position'>[] = []
  if (preroll && prerollAdTagUrl !== null)
    breaks.push({ kind: 'preroll', atS: 0, availableS: maxPrerollDurationS, tagUrl: prerollAdTagUrl })
  const sourceOf = (outputId = '') => readStitchSource(sharedPlaylist(outputId)?.text ?? '', '')
  const video = sourceOf(streams.video[0]?.outputId)
  if (midrollAdTagUrl !== null && contentId !== null && video.ended) {
    const audioS = streams.audio.length === 0 ? [] : sourceOf(streams.audio[0]?.outputId).boundariesS
    const rows = await breaksOf(db, environmentId, contentId)
    const placed = new Map(rows.map((row) => [breakTime(video.boundariesS, audioS, row.atS), row]))
    for (const [atS, { durationS }] of [...placed].sort(([a], [b]) => a - b))
      breaks.push({
        kind: kindAt(atS, video.boundariesS),
        atS,
        availableS: durationS,
        tagUrl: midrollAdTagUrl,
      })
  }
  return breaks.map((each, position) => ({ position, ...each }))
}

function kindAt(atS: number, boundariesS: readonly number[]): AdBreakKind {
  if (atS === 0) return 'preroll'
  return atS === boundariesS.at(-1) ? 'postroll' : 'midroll'
}

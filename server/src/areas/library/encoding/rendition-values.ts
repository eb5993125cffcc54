import { randomUUID } from 'node:crypto'
import { fps, type Plan, type Rung } from '@kinora/media'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { NewRendition } from '../contents/tables.ts'

/** H.264 comes first in lists and playlists, for players that support nothing else. */
const codecPositions = { h264: 0, hevc: 20, vp9: 40, av1: 60 } as const
const audioPosition = 100

/** A row for each rendition of a plan, each with a new output id. */
export function renditionValues(contentId: string, plan: Plan): NewRendition[] {
  const common = () => ({ id: uuidv7(), outputId: randomUUID(), contentId })
  const rungList = plan.mode === 'audio-only' ? [] : [plan.first, ...plan.rest, ...(plan.later ?? [])]
  const isFirst = (rung: Rung) => plan.mode !== 'audio-only' && rung === plan.first
  const positions = new Map<Rung, number>()
  for (const [codec, rungs] of Map.groupBy(rungList, (rung) => rung.codec ?? 'h264')) {
    for (const [n, rung] of rungs.toSorted((a, b) => a.height - b.height).entries())
      positions.set(rung, codecPositions[codec] + n)
  }
  const videos = rungList.map((rung) => ({
    ...common(),
    position: positions.get(rung) ?? 0,
    name: rung.name,
    type: 'video' as const,
    codec: rung.codec ?? ('h264' as const),
    isOriginal: rung.kind === 'passthrough',
    width: rung.width,
    height: rung.height,
    frameRate: fps(rung.frameRate),
    bitrate: rung.bitrateKbps * 1000,
    status: isFirst(rung) ? ('processing' as const) : ('queued' as const),
  }))
  const audio = plan.audio.map((track, n) => ({
    ...common(),
    position: audioPosition + n,
    name: track.name,
    type: 'audio' as const,
    codec: 'aac' as const,
    isOriginal: track.kind === 'copy',
    bitrate: track.bitrateKbps * 1000,
    language: track.language,
    label: track.title,
    isDefault: track.isDefault,
    channels: track.channels,
    sampleRate: track.sampleRate,
    status: 'processing' as const,
  }))
  return [...videos, ...audio]
}

import type Hls from 'hls.js'
import { Events, type Level } from 'hls.js'
import type { Listeners, Qualities } from '../stream.ts'
import type { HlsPlayback } from './playback.ts'

/** Buffer ahead that is kept when the quality changes, so that playback does not wait for the download. */
const KEEP_AHEAD_S = 8
/** Buffer behind that is kept. Seeking back further loads the chosen quality. */
const KEEP_BEHIND_S = 2

/** Reports the qualities of an instance while it plays. */
export function reportQualities(
  playback: Readonly<HlsPlayback>,
  opened: Hls,
  onQualities: Listeners['onQualities'],
): void {
  const report = () => {
    if (opened === playback.hls) onQualities(qualitiesOf(opened))
  }
  opened.on(Events.MANIFEST_PARSED, report)
  opened.on(Events.LEVEL_SWITCHED, report)
}

/** The qualities of the current codec. Other codecs have the same sizes. */
export function qualitiesOf(hls: Hls): Qualities {
  const playing = hls.levels[hls.loadLevel] ?? hls.levels[hls.firstLevel]
  return {
    levels: hls.levels.flatMap((level, index) =>
      level.codecSet === playing?.codecSet ? [{ index, name: nameOf(level) }] : [],
    ),
    chosen: hls.autoLevelEnabled ? -1 : hls.manualLevel,
    playing: hls.currentLevel,
  }
}

/** Plays in this quality soon. @param level -1 for automatic */
export function chooseQuality(hls: Hls, video: HTMLVideoElement, level: number): void {
  const isOther = level !== -1 && (level !== hls.currentLevel || level !== hls.loadLevel)
  hls.nextLevel = level
  if (!isOther) return
  // hls.js keeps the buffer if an earlier segment is still loading.
  flushAhead(hls, video)
  flush(hls, 0, video.currentTime - KEEP_BEHIND_S)
}

/** Makes an instance load the quality that the viewer chose in another one. */
export function copyChoice(from: Hls, to: Hls): void {
  const chosen = from.autoLevelEnabled ? undefined : from.levels[from.manualLevel]
  if (chosen) to.nextLoadLevel = to.levels.findIndex((level) => isAlike(level, chosen))
}

/** Removes buffered video further ahead, and from `earliest` on, so that it is loaded in the current quality. */
export function flushAhead(hls: Hls, video: HTMLVideoElement, earliest = 0): void {
  flush(hls, Math.max(earliest, video.currentTime + KEEP_AHEAD_S), Number.POSITIVE_INFINITY)
}

function flush(hls: Hls, startOffset: number, endOffset: number): void {
  if (endOffset > startOffset) hls.trigger(Events.BUFFER_FLUSHING, { startOffset, endOffset, type: 'video' })
}

function isAlike(level: Level, other: Level): boolean {
  return level.codecSet === other.codecSet && nameOf(level) === nameOf(other)
}

function nameOf({ width, height }: Level): string {
  return `${Math.min(width, height)}p`
}

import {
  initName,
  type LiveWindow,
  liveSegmentName,
  scaledImageArgs,
  sceneSize,
  scenesVtt,
} from '@kinora/media'
import { INPUT_NAME, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { imageLimits } from '../../../platform/ffmpeg/limits.ts'
import { problem } from '../../../platform/problem.ts'
import { cacheRules, type FileAnswer } from '../../delivery/index.ts'
import { recordedSegmentKey } from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { Mirror } from './mirror.ts'

/** Context to render images. */
export type Renderer = Pick<Live, 'ffmpeg' | 'workFolder'>

/** Storyboard of the DVR window, as WebVTT. Its images are rendered on request. */
export function scenesOf(window: LiveWindow, urlOf: (version: string) => string): string | null {
  const board = window.board()
  const [first] = board?.segments ?? []
  if (board === null || first === undefined) return null
  return scenesVtt({
    segments: board.segments.map(({ msn, startS, durationS }) => ({
      number: msn,
      startS,
      durationS: durationS ?? 0,
    })),
    size: sceneSize(board),
    urlOf: (msn) => urlOf(String(msn)),
    zeroMs: first.programDateMs - first.startS * 1000,
  })
}

/** An image of the storyboard. @param version media sequence number of the segment whose first frame it shows */
export function sceneAnswer(
  { ffmpeg, workFolder }: Renderer,
  mirror: Mirror,
  window: LiveWindow,
  version: string | null,
): FileAnswer | null {
  const board = window.board()
  const segment = board?.segments.find(({ msn }) => String(msn) === version)
  if (!board || segment === undefined) return null
  const { id, width, height } = board
  const init = window.file(id, initName(segment.init))
  const file = window.file(id, liveSegmentName(segment.msn))
  if (init?.kind !== 'bytes' || file === null || file.kind === 'pending') return null
  const key = file.kind === 'stored' ? storedKey(mirror, id, segment.msn) : null
  if (file.kind === 'stored' && key === null) return null
  const output = 'scene.jpg'
  const size = sceneSize(board)
  const args = scaledImageArgs(
    { path: INPUT_NAME, demuxer: 'mov' },
    { width, height },
    { ...size, fitMode: 'preserve', format: 'jpg' },
    output,
  )
  return {
    kind: 'rendered',
    type: 'image/jpeg',
    cache: cacheRules.hour,
    image: {
      identity: JSON.stringify([id, segment.msn, size]),
      async render(read) {
        const stored = key === null ? null : await read(key)
        if (key !== null && stored === null) throw problem('not-found')
        const bytes = Buffer.concat([
          ...init.bytes,
          ...(stored ? [stored] : file.kind === 'bytes' ? file.bytes : []),
        ])
        return runOnBytes(ffmpeg, workFolder, bytes, { args, output, limits: imageLimits })
      },
    },
  }
}

/** Storage key of a segment. Null if the segment is not recorded. */
export function storedKey(mirror: Mirror, outputId: string, msn: number): string | null {
  const recording = mirror.recording()
  if (recording === null || msn < recording.firstMsn) return null
  const number = recording.firstNumber + msn - recording.firstMsn
  return recordedSegmentKey(recording.contentId, outputId, number)
}

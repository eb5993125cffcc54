import { createHash } from 'node:crypto'
import { slotsOf } from '../../../platform/jobs/slots.ts'
import {
  type Frame,
  fittedPicture,
  type GifAsked,
  gifFrame,
  type KeptPicture,
  type Library,
  type PictureAsked,
  type Playback,
  type StillAsked,
  stillFrame,
} from '../../library/index.ts'
import { byteMemory } from '../playback/byte-memory.ts'
import type { SegmentMemory } from '../playback/segment-memory.ts'

const FRAMES_AT_ONCE = 2
const KEPT_BYTES = 32 * 1024 ** 2

/** A picture that need not be drawn for whoever has it already. */
export interface Picture {
  /** Of what it is drawn from and how: another one after the video was encoded again, or has another file. */
  readonly etag: string
  draw(): Promise<Buffer>
}

export interface Frames {
  still(playback: Playback, still: StillAsked): Picture
  gif(playback: Playback, gif: GifAsked): Picture
  /** A kept picture in another size or format. */
  fitted(contentId: string, kept: KeptPicture, asked: PictureAsked): Picture
}

/**
 * Pictures out of a video at any time, drawn from the one segment that holds it. The last ones are kept in memory: on
 * disk anybody could fill it by asking for ever new ones. The same picture asked for twice at once is drawn once.
 */
export function frameDrawer(library: Library, memory: SegmentMemory): Frames {
  const drawing = new Map<string, Promise<Buffer>>()
  const kept = byteMemory(KEPT_BYTES)
  const slots = slotsOf(FRAMES_AT_ONCE)

  function once({ key, draw }: Pick<Frame, 'key' | 'draw'>): Promise<Buffer> {
    const found = kept.get(key)
    if (found !== undefined) return Promise.resolve(found)
    const under = drawing.get(key)
    if (under !== undefined) return under
    const result = slots(() => draw(memory.read))
      .then((drawn) => {
        kept.set(key, drawn)
        return drawn
      })
      .finally(() => drawing.delete(key))
    drawing.set(key, result)
    return result
  }

  const pictureOf = (frame: Pick<Frame, 'key' | 'draw'>): Picture => ({
    etag: createHash('sha256').update(frame.key).digest('base64url').slice(0, 22),
    draw: () => once(frame),
  })

  return {
    still: (playback, still) => pictureOf(stillFrame(library, playback, still)),
    gif: (playback, gif) => pictureOf(gifFrame(library, playback, gif)),
    fitted: (contentId, picture, asked) => pictureOf(fittedPicture(library, contentId, picture, asked)),
  }
}

import { slotsOf } from '../../platform/slots.ts'
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
} from '../library/index.ts'
import { byteMemory } from './byte-memory.ts'
import type { SegmentMemory } from './segment-memory.ts'

const FRAMES_AT_ONCE = 2
const KEPT_BYTES = 32 * 1024 ** 2

export interface Frames {
  still(playback: Playback, still: StillAsked): Promise<Buffer>
  gif(playback: Playback, gif: GifAsked): Promise<Buffer>
  /** A kept picture in another size or format. */
  fitted(contentId: string, kept: KeptPicture, asked: PictureAsked): Promise<Buffer>
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

  return {
    still: (playback, still) => once(stillFrame(library, playback, still)),
    gif: (playback, gif) => once(gifFrame(library, playback, gif)),
    fitted: (contentId, picture, asked) => once(fittedPicture(library, contentId, picture, asked)),
  }
}

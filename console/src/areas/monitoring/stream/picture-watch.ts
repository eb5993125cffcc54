/** Faults of a picture, as seen by its brightness at some points. */
export interface PictureSigns {
  readonly isBlack: boolean
  readonly isFrozen: boolean
}

/** Watches the pictures of a tile. Call it about once a second while the tile should show moving pictures.
 * @param luma brightness at points of the picture, from 0 to 255 */
export type PictureWatch = (luma: Uint8Array, nowMs: number) => PictureSigns

/** Brightness of the darkest pictures that people see, at the brightest point. */
const BLACK = 24
const BLACK_MS = 3000
/** Encoders change a still picture a little. */
const SAME = 3
const FROZEN_MS = 10_000

export function watchPictures(): PictureWatch {
  let before: Uint8Array | null = null
  let blackFrom: number | null = null
  let sameFrom: number | null = null
  return (luma, nowMs) => {
    const isDark = luma.every((value) => value < BLACK)
    const isSame = before?.every((value, at) => Math.abs(value - (luma[at] ?? 0)) <= SAME) ?? false
    blackFrom = isDark ? (blackFrom ?? nowMs) : null
    // The first picture of a still stays the one to compare with: a slow fade is no still.
    if (!isSame) before = luma
    sameFrom = isSame ? (sameFrom ?? nowMs) : null
    return {
      isBlack: blackFrom !== null && nowMs - blackFrom >= BLACK_MS,
      isFrozen: sameFrom !== null && nowMs - sameFrom >= FROZEN_MS,
    }
  }
}

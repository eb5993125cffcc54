import type { GrayPicture, PixelBox } from './text-regions.ts'

/** A part of a picture in black and white, with dark letters or with light ones. */
interface TextPicture extends GrayPicture {
  /** Pixels of it for one of the whole picture. */
  readonly scale: number
}

/** Letters are read best from this size on. */
const UP = 1.5
const LEAST_HEIGHT = 72
const MOST_UP = 3

/** Letters that are darker than what is behind them, lighter, or light with a dark outline. */
export const letterLooks = ['dark', 'light', 'outlined'] as const
type LetterLook = (typeof letterLooks)[number]

/** Prepares a region for reading: enlarged, black on white. What touches its sides is no letter but a border. */
export function textPicture(picture: GrayPicture, box: PixelBox, look: LetterLook): TextPicture {
  const scale = Math.min(MOST_UP, Math.max(UP, LEAST_HEIGHT / box.height))
  const enlarged = enlarge(picture, box, scale)
  const middle = thresholdOf(enlarged.pixels)
  const threshold =
    look === 'outlined' ? thresholdOf(enlarged.pixels.filter((level) => level > middle)) : middle
  const isLight = look !== 'dark'
  const pixels = enlarged.pixels.map((level) => (level > threshold === isLight ? 0 : 255))
  clearBorder({ ...enlarged, pixels })
  return { ...enlarged, pixels, scale }
}

/** A picture as a file (PGM). */
export function pgmOf({ width, height, pixels }: GrayPicture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + pixels.length)
  file.set(head)
  file.set(pixels, head.length)
  return file
}

/** The part of a picture in another size, with levels between those of the nearest pixels. */
function enlarge(picture: GrayPicture, box: PixelBox, scale: number): GrayPicture {
  const width = Math.max(1, Math.round(box.width * scale))
  const height = Math.max(1, Math.round(box.height * scale))
  const pixels = new Uint8Array(width * height)
  const levelAt = (x: number, y: number) => picture.pixels[y * picture.width + x] ?? 0
  const places = (count: number, from: number, size: number) =>
    Array.from({ length: count }, (_, n) => {
      const at = Math.min(size - 1, Math.max(0, from + (n + 0.5) / scale - 0.5))
      const first = Math.floor(at)
      return [first, Math.min(size - 1, first + 1), at - first] as const
    })
  const columns = places(width, box.x, picture.width)
  const rows = places(height, box.y, picture.height)
  for (const [y, [top, bottom, down]] of rows.entries())
    for (const [x, [left, right, across]] of columns.entries()) {
      const upper = levelAt(left, top) * (1 - across) + levelAt(right, top) * across
      const lower = levelAt(left, bottom) * (1 - across) + levelAt(right, bottom) * across
      pixels[y * width + x] = Math.round(upper * (1 - down) + lower * down)
    }
  return { width, height, pixels }
}

/** The level that separates dark and light best (Otsu). */
function thresholdOf(pixels: Uint8Array): number {
  const counts = new Float64Array(256)
  let sum = 0
  for (const level of pixels) {
    counts[level] = (counts[level] ?? 0) + 1
    sum += level
  }
  let [dark, darkSum, best, threshold] = [0, 0, 0, 128]
  for (let level = 0; level < 256; level += 1) {
    dark += counts[level] ?? 0
    darkSum += level * (counts[level] ?? 0)
    const light = pixels.length - dark
    if (dark === 0 || light === 0) continue
    const apart = darkSum / dark - (sum - darkSum) / light
    const between = dark * light * apart * apart
    if (between > best) [best, threshold] = [between, level]
  }
  return threshold
}

/** Whitens the black areas that touch the sides. */
function clearBorder({ width, height, pixels }: GrayPicture): void {
  const open: number[] = []
  const take = (at: number) => {
    if (pixels[at] !== 0) return
    pixels[at] = 255
    open.push(at)
  }
  for (let x = 0; x < width; x += 1) {
    take(x)
    take((height - 1) * width + x)
  }
  for (let y = 0; y < height; y += 1) {
    take(y * width)
    take(y * width + width - 1)
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    if (x > 0) take(at - 1)
    if (x < width - 1) take(at + 1)
    if (at >= width) take(at - width)
    if (at < pixels.length - width) take(at + width)
  }
}

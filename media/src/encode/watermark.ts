import type { Input } from '../probe/input-args.ts'
import { pinnedInput } from '../probe/input-args.ts'
import type { Watermark } from './encoding.ts'
import { type Size, scaleTo } from './filters.ts'

/** A watermark image, the second input of a run. */
export interface Overlay {
  input: Input
  watermark: Watermark
}

export function overlayInput(overlay: Overlay | null): string[] {
  return overlay === null ? [] : pinnedInput(overlay.input)
}

/** Links of a filter graph. */
interface Branch {
  /** Label of the prepared frames. */
  from: string
  /** Label of the output. */
  to: string
  size: Size
}

/** Scales each branch and overlays the watermark, which is scaled separately for each size to stay sharp. */
export function sizedBranches(branches: readonly Branch[], overlay: Overlay | null): string[] {
  if (overlay === null)
    return branches.map(({ from, to, size }) => `[${from}]${scaleTo(size)},setsar=1[${to}]`)
  const labels = branches.map((_, n) => `[m${n}]`)
  const source = `[1:v]format=rgba,colorchannelmixer=aa=${overlay.watermark.opacity / 100}`
  return [
    `${source},split=${branches.length}${labels.join('')}`,
    ...branches.flatMap(({ from, to, size }, n) => [
      `[m${n}]${scaledWatermark(size, overlay.watermark)}[w${n}]`,
      `[${from}]${scaleTo(size)},setsar=1[s${n}]`,
      `[s${n}][w${n}]overlay=${positionOf(size, overlay.watermark)}:format=yuv420,format=yuv420p[${to}]`,
    ]),
  ]
}

/** The requested width, limited by the height of the video. */
function scaledWatermark({ width, height }: Size, { size, margin }: Watermark): string {
  const maxSize = {
    width: Math.max(2, Math.round((width * size) / 100)),
    height: Math.max(2, height - 2 * marginOf({ width, height }, margin)),
  }
  return `scale=${maxSize.width}:${maxSize.height}:force_original_aspect_ratio=decrease`
}

function positionOf(size: Size, { corner, margin }: Watermark): string {
  const offset = marginOf(size, margin)
  const x = corner.endsWith('left') ? offset : `W-w-${offset}`
  const y = corner.startsWith('top') ? offset : `H-h-${offset}`
  return `${x}:${y}`
}

function marginOf({ width, height }: Size, margin: number): number {
  return Math.round((Math.min(width, height) * margin) / 100)
}

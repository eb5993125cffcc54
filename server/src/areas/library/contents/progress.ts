import type { RenditionRow } from './content-view.ts'

type ProgressPart = Pick<
  RenditionRow,
  'type' | 'codec' | 'isOriginal' | 'width' | 'height' | 'progress' | 'status'
>

/** Work is estimated by the number of pixels; repackaging and audio cost little. */
const REPACKAGING_SHARE = 0.05
const AUDIO_PIXELS = 20_000
/** Encoding time per frame, relative to H.264. */
const efforts: Readonly<Record<ProgressPart['codec'], number>> = { h264: 1, hevc: 3, vp9: 4, av1: 3, aac: 0 }

/** 0 to 1 over all renditions, weighted by their work. */
export function overallProgress(renditions: readonly ProgressPart[]): number {
  const weights = renditions.map(weightOf)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return 0
  const done = renditions.reduce((sum, part, n) => sum + (weights[n] ?? 0) * shareDone(part), 0)
  return Math.min(1, done / total)
}

function weightOf({ type, codec, isOriginal, width, height }: ProgressPart): number {
  if (type === 'audio') return AUDIO_PIXELS
  return (width ?? 0) * (height ?? 0) * (isOriginal ? REPACKAGING_SHARE : efforts[codec])
}

function shareDone({ status, progress }: ProgressPart): number {
  return status === 'ready' || status === 'failed' ? 1 : progress
}

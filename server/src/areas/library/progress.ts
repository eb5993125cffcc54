import type { RenditionRow } from './content-view.ts'

type Part = Pick<RenditionRow, 'type' | 'isOriginal' | 'width' | 'height' | 'progress' | 'status'>

/** What is left to do costs about as much as its pictures have points; repackaging and sound cost little. */
const REPACKAGING_SHARE = 0.05
const SOUND_POINTS = 20_000

/** 0 to 1 over all renditions, by the work each is. */
export function overallProgress(renditions: readonly Part[]): number {
  const weights = renditions.map(weightOf)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return 0
  const done = renditions.reduce((sum, part, n) => sum + (weights[n] ?? 0) * shareDone(part), 0)
  return Math.min(1, done / total)
}

function weightOf({ type, isOriginal, width, height }: Part): number {
  if (type === 'audio') return SOUND_POINTS
  return (width ?? 0) * (height ?? 0) * (isOriginal ? REPACKAGING_SHARE : 1)
}

function shareDone({ status, progress }: Part): number {
  return status === 'ready' || status === 'failed' ? 1 : progress
}

import type { Annotation } from '@kinora/contract'

/** Annotations that share a mark, because they are close together. */
export interface MarkGroup {
  /** Key of the oldest annotation, so that it stays the same when newer ones join. */
  readonly key: string
  /** Position of the oldest annotation, in pixels. */
  readonly x: number
  /** Newest first. */
  readonly items: readonly Annotation[]
}

/** Groups annotations by position. Each is placed at the step of the chart in which it happened.
 * @param steps start times of the steps, oldest first
 * @param items newest first
 * @param stepX position of a step
 * @param gap minimum distance of two groups, in pixels */
export function groupsOf(
  steps: readonly string[],
  items: readonly Annotation[],
  stepX: (step: number) => number,
  gap: number,
): MarkGroup[] {
  const starts = steps.map((step) => Date.parse(step))
  const groups: (MarkGroup & { items: Annotation[] })[] = []
  for (const item of items.toReversed()) {
    const at = Date.parse(item.at)
    const x = stepX(
      Math.max(
        0,
        starts.findLastIndex((start) => start <= at),
      ),
    )
    const last = groups.at(-1)
    if (last !== undefined && x - last.x < gap) last.items.unshift(item)
    else groups.push({ key: keyOf(item), x, items: [item] })
  }
  return groups
}

export const keyOf = ({ contentId, reason, at }: Annotation) => `${contentId} ${reason} ${at}`

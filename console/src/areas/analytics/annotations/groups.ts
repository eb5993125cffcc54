import type { Annotation } from '@kinora/contract'

/** Annotations that a chart marks together, because they are close. */
export interface MarkGroup {
  /** Of its oldest annotation: newer ones join a group. */
  readonly key: string
  /** Where the first one is, in pixels. */
  readonly x: number
  /** Newest first. */
  readonly items: readonly Annotation[]
}

/** Each annotation belongs to the step that it happened in.
 * @param steps when they begin, oldest first
 * @param items newest first
 * @param stepX where a step is
 * @param gap groups are so many pixels apart, or more */
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

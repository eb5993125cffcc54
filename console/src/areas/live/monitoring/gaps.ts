import type { Monitors } from '@kinora/contract'

/** A period in which viewers did not see the encoder. */
export interface Gap {
  readonly from: string
  /** Null while the gap lasts. */
  readonly to: string | null
}

/** Finds the gaps: from a `slate` event until viewers see the encoder again or the session ends.
 * @param events newest first */
export function gapsOf(events: Monitors['events']): Gap[] {
  const gaps: { from: string; to: string | null }[] = []
  for (const { at, type } of events.toReversed()) {
    const last = gaps.at(-1)
    const isOpen = last?.to === null
    if (type === 'slate' && !isOpen) gaps.push({ from: at, to: null })
    else if (isOpen && (type === 'recovered' || type === 'continued' || type === 'ended')) last.to = at
  }
  return gaps
}

import type { Monitors } from '@kinora/contract'

/** A time at which viewers did not see the encoder. */
export interface Break {
  readonly from: string
  /** Null while it lasts. */
  readonly to: string | null
}

/** From the slate, or the end of a server, until viewers see the encoder again. @param events newest first */
export function breaksOf(events: Monitors['events']): Break[] {
  const breaks: { from: string; to: string | null }[] = []
  for (const { at, type } of events.toReversed()) {
    const last = breaks.at(-1)
    const isOpen = last?.to === null
    if (type === 'slate' && !isOpen) breaks.push({ from: at, to: null })
    else if (isOpen && (type === 'recovered' || type === 'continued' || type === 'ended')) last.to = at
  }
  return breaks
}

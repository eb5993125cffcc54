import { positionIn, type View } from './view'

/** The current time over all lanes. Decorative: a slider or the player has the time. */
export function PlayheadLine({ view, time }: { readonly view: View; readonly time: number }) {
  const position = positionIn(view, time)
  if (position < 0 || position > 1) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-2 w-[1.5px] -translate-x-1/2 bg-ink"
      style={{ left: `${position * 100}%` }}
    >
      <span className="absolute top-3.5 left-1/2 h-1.5 w-2.5 -translate-x-1/2 bg-ink [clip-path:polygon(0_0,100%_0,50%_100%)]" />
    </span>
  )
}

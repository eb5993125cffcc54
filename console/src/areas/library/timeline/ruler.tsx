import { useFormat } from '../../../lib/format'
import { rulerTimes } from './range'
import { placeIn, type View } from './view'

interface RulerProps {
  readonly view: View
  /** Of its labels, at most. */
  readonly count: number
}

/** The times above a timeline. Decorative. */
export function Ruler({ view, count }: RulerProps) {
  const format = useFormat()
  return (
    <div aria-hidden className="relative h-5 overflow-hidden font-mono text-11 text-ink-3">
      {rulerTimes(view, count).map((mark) => (
        <span
          key={mark}
          className="tabular absolute top-0 border-s border-rule-2 ps-1 leading-5"
          style={{ left: placeIn(view, mark) }}
        >
          {format.duration(mark)}
        </span>
      ))}
    </div>
  )
}

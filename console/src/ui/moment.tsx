import { useFormat } from '../lib/format'

/** A date and time in a table. The tooltip has the seconds. */
export function Moment({ time }: { readonly time: string }) {
  const format = useFormat()
  return (
    <time dateTime={time} title={format.exactTime(time)} className="tabular text-ink-2">
      {format.moment(time)}
    </time>
  )
}

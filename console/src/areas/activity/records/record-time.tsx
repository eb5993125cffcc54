import { useFormat } from '../../../lib/format'
import { cx } from '../../../ui/cx'

interface RecordTimeProps {
  readonly at: string
  /** Takes the font size of the surrounding text, for lines of details. */
  readonly small?: boolean
}

export function RecordTime({ at, small = false }: RecordTimeProps) {
  const format = useFormat()
  return (
    <time
      dateTime={at}
      title={format.exactTime(at)}
      className={cx('tabular whitespace-nowrap', !small && 'text-13')}
    >
      {format.stamp(at)}
    </time>
  )
}

import { useFormat } from '../../../lib/format'

export function RecordTime({ at }: { readonly at: string }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.exactTime(at)} className="tabular text-13 whitespace-nowrap">
      {format.stamp(at)}
    </time>
  )
}

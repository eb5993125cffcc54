import { useFormat } from '../../../lib/format'
import { useBell } from './use-bell'

/** Number of alerts that are firing and of disabled channels, for the sidebar. */
export function OpenCount() {
  const format = useFormat()
  const { count, label } = useBell()
  if (count === 0) return null
  return (
    <span className="tabular rounded-1 bg-warn-soft px-1.5 text-12 font-mid text-warn">
      <span className="sr-only">{label}</span>
      <span aria-hidden>{format.number(count)}</span>
    </span>
  )
}

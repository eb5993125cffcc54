import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useRights } from '../../identity'
import { usePlace } from '../queries'
import { useBell } from './use-bell'

/** The bell in the header of a phone. */
export function PhoneBell() {
  const { read } = useRights('Alerts', 'Alert')
  return read ? <ReadableBell /> : null
}

function ReadableBell() {
  const t = useText()
  const format = useFormat()
  const place = usePlace()
  const { count, label } = useBell()
  return (
    <Link
      to="/$environmentId/alerts"
      params={{ environmentId: place.environmentId }}
      className="relative flex size-11 items-center justify-center rounded-2 text-ink-2 hover:bg-hover"
    >
      <Bell size={20} aria-hidden />
      <span className="sr-only">{count === 0 ? t('alerts:list.title') : label}</span>
      {count > 0 && (
        <span
          aria-hidden
          className="tabular absolute end-1 top-1 min-w-4.5 rounded-full bg-warn-soft px-1 text-center text-11 font-mid text-warn"
        >
          {format.number(count)}
        </span>
      )}
    </Link>
  )
}

import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Alarm } from '../stream/alarms'

/** A fault and how long it has lasted. */
export function AlarmText({ alarm: { id, since } }: { readonly alarm: Alarm }) {
  const t = useText()
  const format = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="cut">
      {t(`monitoring:alarm.${id}`)}{' '}
      <span aria-hidden className="tabular">
        {format.duration(Math.max(0, (now - since) / 1000))}
      </span>
    </span>
  )
}

import { useEffect, useState } from 'react'
import { none, useFormat } from '../../../lib/format'

const tickMs = 1000

/** Running time of a session. */
export function OnAir({ since }: { readonly since: string | null }) {
  const format = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [since])
  if (since === null) return <span className="text-ink-3">{none}</span>
  const seconds = Math.max(0, (now - Date.parse(since)) / 1000)
  return (
    <time dateTime={since} title={format.exactTime(since)} className="ltr tabular">
      {format.duration(seconds)}
    </time>
  )
}

import { Hourglass } from '@phosphor-icons/react/dist/csr/Hourglass'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'

const minuteMs = 60_000

interface ExpiryNoticeProps {
  readonly isTest: boolean
  readonly expiresAt: string
}

/** Shows when a sample or test video is deleted automatically. */
export function ExpiryNotice({ isTest, expiresAt }: ExpiryNoticeProps) {
  const t = useText()
  const format = useFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const seconds = (new Date(expiresAt).getTime() - now) / 1000
  return (
    <div className="mt-3">
      <Banner tone="info" icon={<Hourglass size={16} aria-hidden />}>
        {t(isTest ? 'library:test.notice' : 'library:video.sample', { time: format.timeSpan(seconds) })}
      </Banner>
    </div>
  )
}

import type { Content } from '@kinora/contract'
import { Hourglass } from '@phosphor-icons/react/dist/csr/Hourglass'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { Banner } from '../../../../ui/banner'

const minuteMs = 60_000

interface ExpiryNoticeProps {
  readonly content: Pick<Content, 'isTest' | 'category'>
  readonly expiresAt: string
}

/** Shows when a sample, test video or recording is deleted automatically. */
export function ExpiryNotice({ content: { isTest, category }, expiresAt }: ExpiryNoticeProps) {
  const t = useText()
  const format = useFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const notice = isTest
    ? 'library:test.notice'
    : category === 'LiveRecording'
      ? 'library:video.recording'
      : 'library:video.sample'
  const seconds = (new Date(expiresAt).getTime() - now) / 1000
  return (
    <div className="mt-3">
      <Banner tone="info" icon={<Hourglass size={16} aria-hidden />}>
        {t(notice, { time: format.timeSpan(seconds) })}
      </Banner>
    </div>
  )
}

import type { Content } from '@kinora/contract'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { Banner } from '../../../../ui/banner'
import { Progress } from '../../../../ui/progress'
import { useProfileName } from '../../profile-name'
import { errorText } from '../../status'

interface ReencodeNoticeProps {
  readonly content: Content
  readonly reencode: NonNullable<Content['reencode']>
}

/** How far encoding again has come, or why it failed; what viewers have meanwhile. */
export function ReencodeNotice({ content, reencode }: ReencodeNoticeProps) {
  const t = useText()
  const format = useFormat()
  const profileName = useProfileName()
  const name = profileName(reencode.encodingProfile)
  if (reencode.status === 'failed') {
    const what = t('library:reencode.failed', { name })
    return (
      <Banner tone="bad">
        {reencode.error === null ? what : t('ui:because', { what, why: errorText(t, reencode.error) })}
        <p className="text-ink-2">
          {t('library:reencode.stays', { name: profileName(content.encodingProfile) })}
        </p>
      </Banner>
    )
  }
  const words = t('library:reencode.running', { name })
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex items-baseline justify-between gap-3">
        <span>{words}</span>
        <span aria-hidden className="tabular text-ink-3">
          {format.percent(reencode.progress)}
        </span>
      </p>
      <Progress label={words} value={reencode.progress} tone="warn" />
    </div>
  )
}

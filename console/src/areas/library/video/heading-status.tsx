import type { Content } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'
import { PolicyMark } from '../parts/policy-mark'
import { statusOf, statusText } from '../parts/status'
import { TestMark } from '../parts/test-mark'

/** The status and the playback policy, beside the title. */
export function HeadingStatus({ content }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const status = statusOf(t, content)
  const text = statusText(status)
  return (
    <span className="flex items-center gap-4 text-ink-2">
      <StatusMark tone={status.tone}>
        {status.progress === undefined ? text : `${text} ${format.percent(status.progress)}`}
      </StatusMark>
      <span className="inline-flex items-center gap-1.5">
        <PolicyMark policy={content.playbackPolicy} />
        {t(`library:policies.${content.playbackPolicy}`)}
      </span>
      <TestMark content={content} />
    </span>
  )
}

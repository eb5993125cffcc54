import type { Content } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Progress } from '../../../ui/progress'
import { StatusMark } from '../../../ui/status-mark'
import { RetryLink } from '../parts/retry-link'
import { isRetryable, statusOf } from '../parts/status'

/** The status in a row: mark, word, progress and details. */
export function VideoStatus({
  content,
  mayRetry,
}: {
  readonly content: Content
  readonly mayRetry: boolean
}) {
  const t = useText()
  const format = useFormat()
  const { tone, word, stage, progress, note } = statusOf(t, content)
  return (
    <div className="max-w-52 py-1">
      <div className="flex items-center gap-2">
        <StatusMark tone={tone}>{word}</StatusMark>
        {stage !== undefined && <span className="cut text-12 text-ink-3">{stage}</span>}
        {mayRetry && isRetryable(content) && <RetryLink content={content} />}
        {progress !== undefined && (
          <span className="tabular ms-auto text-12 text-ink-3">{format.percent(progress)}</span>
        )}
      </div>
      {progress !== undefined && (
        <div className="mt-1">
          <Progress label={word} value={progress} tone="warn" />
        </div>
      )}
      {note !== undefined && (
        <span className="cut mt-0.5 block text-12 text-ink-3" title={note}>
          {note}
        </span>
      )}
    </div>
  )
}

import type { Content, Rendition } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Progress } from '../../../ui/progress'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { useRights } from '../../identity'
import { RetryLink } from '../parts/retry-link'
import { errorText } from '../parts/status'
import { rightsOn } from '../rights'

const tones: Record<Rendition['status'], StatusTone> = {
  queued: 'hollow',
  processing: 'warn',
  ready: 'good',
  failed: 'bad',
}

interface RenditionStatusProps {
  readonly content: Content
  readonly rendition: Rendition
}

export function RenditionStatus({ content, rendition }: RenditionStatusProps) {
  const t = useText()
  const format = useFormat()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { status, progress, error } = rendition
  const word = t(`library:renditionStatus.${status}`)
  const mayRetry = rights.update && content.status === 'ready' && status === 'failed' && error?.retryable
  return (
    <span className="flex min-w-0 items-center gap-3">
      <StatusMark tone={tones[status]}>{word}</StatusMark>
      {status === 'processing' && (
        <>
          <span className="max-w-28 min-w-8 flex-1">
            <Progress label={word} value={progress} tone="warn" />
          </span>
          <span className="tabular text-12 text-ink-3">{format.percent(progress)}</span>
        </>
      )}
      {error && (
        <span className="cut min-w-0 text-12 text-ink-3" title={errorText(t, error)}>
          {errorText(t, error)}
        </span>
      )}
      {mayRetry && (
        <span className="ms-auto">
          <RetryLink content={content} />
        </span>
      )}
    </span>
  )
}

import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { CloudX } from '@phosphor-icons/react/dist/csr/CloudX'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../lib/format'
import { useText } from '../lib/i18n'
import { Problem } from '../lib/problem'
import { problemText } from '../lib/texts'
import { Button } from './button'
import { CopyText } from './copy-text'
import { State } from './state'

interface ErrorStateProps {
  /** The failure: "The list of videos did not load". */
  readonly title: string
  readonly error: unknown
  /** A note about data that is not affected. */
  readonly safe?: string
  readonly onRetry: () => void
  readonly busy?: boolean
  readonly actions?: ReactNode
  readonly headingLevel?: 1 | 2
}

const retrySeconds = 15

/** Explains a failure, retries by itself if that can help, and shows the request id. */
export function ErrorState(props: ErrorStateProps) {
  const { title, error, safe, onRetry, busy = false, actions, headingLevel } = props
  const t = useText()
  const problem = error instanceof Problem ? error : undefined
  const left = useCountdown(problem?.passing === true && !busy, onRetry)
  return (
    <State
      icon={<CloudX size={20} />}
      title={title}
      {...(headingLevel && { headingLevel })}
      actions={
        <>
          <Button variant="primary" busy={busy} icon={<ArrowClockwise size={16} />} onPress={onRetry}>
            {t('ui:tryNow')}
          </Button>
          {actions}
        </>
      }
      foot={<Incident problem={problem} />}
    >
      {problem ? problemText(t, problem) : t('ui:brokenPage')}. {safe}{' '}
      {left !== undefined && <RetryNotice seconds={left} />}
    </State>
  )
}

function RetryNotice({ seconds }: { readonly seconds: number }) {
  const t = useText()
  const format = useFormat()
  return <span className="tabular">{t('ui:retryIn', { time: format.timeSpan(seconds) })}</span>
}

function Incident({ problem }: { readonly problem: Problem | undefined }) {
  const t = useText()
  const format = useFormat()
  const [when] = useState(() => new Date())
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {problem?.requestId && (
        <>
          {t('ui:request')}
          <CopyText text={problem.requestId} />
          <span aria-hidden>·</span>
        </>
      )}
      <time dateTime={when.toISOString()}>{format.exactTime(when)}</time>
    </span>
  )
}

/** Seconds until `onEnd` is called; undefined while it is not running. */
function useCountdown(running: boolean, onEnd: () => void): number | undefined {
  const [left, setLeft] = useState(retrySeconds)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => {
      if (left <= 1) onEnd()
      setLeft(left <= 1 ? retrySeconds : left - 1)
    }, 1000)
    return () => clearTimeout(timer)
  }, [running, left, onEnd])
  return running ? left : undefined
}

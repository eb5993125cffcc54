import { Clock } from '@phosphor-icons/react/dist/csr/Clock'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'
import { workQueueQuery } from '../queries'

/** How many videos are processed and when all are ready. Nothing while the queue is empty. */
export function QueueStrip() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data } = useQuery(workQueueQuery(environment.id))
  if (!data || data.processing + data.waiting === 0) return null
  const { processing, waiting, readyAt } = data
  const parts = [
    processing > 0 && t('library:queue.processing', { count: processing }),
    waiting > 0 && t('library:queue.waiting', { count: waiting }),
  ].filter((part) => part !== false)
  return (
    <p role="status" className="tabular flex items-center gap-2 py-1.5 text-12 text-ink-3">
      <Clock size={14} aria-hidden className="shrink-0" />
      <span>
        {format.list(parts)}
        {readyAt !== null && ` · ${t('library:queue.readyAt', { time: format.timeOfDay(readyAt) })}`}
      </span>
    </p>
  )
}

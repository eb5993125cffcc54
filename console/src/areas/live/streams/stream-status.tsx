import type { Livestream } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones = { Live: 'live', Active: 'good', Offline: 'hollow' } as const satisfies Record<
  Livestream['displayStatus'],
  StatusTone
>

/** Display status of a stream, with the reason. */
export function StreamStatus({
  stream: { status, displayStatus },
}: {
  readonly stream: Pick<Livestream, 'status' | 'displayStatus'>
}) {
  const t = useText()
  const hasReason = status === 'connecting' || status === 'reconnecting' || status === 'disabled'
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <StatusMark tone={tones[displayStatus]}>{t(`live:streams.status.${displayStatus}`)}</StatusMark>
      {hasReason && <span className="cut text-12 text-ink-3">{t(`live:streams.reason.${status}`)}</span>}
    </span>
  )
}

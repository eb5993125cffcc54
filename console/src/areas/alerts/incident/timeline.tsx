import type { AlertIncidentDetail } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { useRuleText } from '../signs/use-rule-text'

type Change = AlertIncidentDetail['changes'][number]

const marks = {
  opened: 'bg-bad',
  reminded: 'bg-warn',
  escalated: 'bg-bad',
  resolved: 'bg-good',
  acknowledged: 'bg-act',
  noted: 'bg-rule-3',
  gap: 'bg-rule-3',
} as const

/** The changes of an alert, with the messages about them. */
export function Timeline({ incident }: { readonly incident: AlertIncidentDetail }) {
  const t = useText()
  const format = useFormat()
  const { valueText } = useRuleText()
  return (
    <ol className="flex flex-col gap-4 pt-2 text-13">
      {incident.changes.map((change) => (
        <li key={change.id} className="flex gap-3">
          <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', marks[change.kind])} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap gap-x-3">
              <span className="font-mid">
                {t(`alerts:incident.changes.${change.kind}`, { name: isolate(change.by ?? '') })}
              </span>
              {change.value !== null && (
                <span className="tabular text-ink-2">{valueText(incident, change.value)}</span>
              )}
              <span className="tabular text-ink-3">{format.stamp(change.at)}</span>
            </p>
            {change.note !== null && (
              <p dir="auto" className="own-way whitespace-pre-wrap text-ink-2 wrap-anywhere">
                {change.note}
              </p>
            )}
            <Messages messages={change.messages} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Messages({ messages }: Pick<Change, 'messages'>) {
  const t = useText()
  const format = useFormat()
  if (messages.length === 0) return null
  return (
    <ul className="pt-0.5 text-12 text-ink-3">
      {messages.map(({ id, channelName, state, sentAt, fault, answer }) => (
        <li key={id} className={cx(state === 'failed' && 'text-bad')}>
          {t(`alerts:incident.messages.${state}`, {
            channel: isolate(channelName),
            at: sentAt === null ? '' : format.timeOfDay(sentAt),
            fault: fault ?? '',
          })}
          {answer !== null && (
            <span dir="auto" className="block wrap-anywhere">
              {t('alerts:incident.answer', { answer: isolate(answer) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

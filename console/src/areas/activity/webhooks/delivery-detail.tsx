import type { DeliveryAttempt, DeliveryDetail as Detail, Webhook } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { CodeBlock } from '../../../ui/code-block'
import { Drawer } from '../../../ui/drawer'
import { Segmented } from '../../../ui/segmented'
import type { Steps } from '../../../ui/steps'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { RecordUnavailable } from '../records/record-unavailable'
import { faultText } from './fault-text'
import { deliveryQuery, useResend } from './queries'

interface DeliveryDetailProps {
  readonly webhook: Webhook
  readonly id: string
  readonly mayResend: boolean
  readonly steps: Steps
  readonly onClose: () => void
}

/** One delivery: its body, each attempt and each answer. */
export function DeliveryDetail({ webhook, id, mayResend, steps, onClose }: DeliveryDetailProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const query = useQuery(deliveryQuery(environment.id, webhook.id, id))
  const delivery = query.data
  const resend = useResend(environment.id, webhook.id)
  const notDone = useProblemToast(t('activity:webhooks.notDone'))
  const sendAgain = () =>
    resend.mutate(
      { deliveryId: id },
      {
        onSuccess: () => toast({ text: t('activity:webhooks.resent', { count: 1 }), tone: 'good' }),
        onError: notDone,
      },
    )
  return (
    <Drawer
      column
      steps={steps}
      title={delivery?.eventType ?? t('activity:webhooks.delivery')}
      onClose={onClose}
      foot={
        mayResend && (
          <Button icon={<ArrowClockwise size={16} />} busy={resend.isPending} onPress={sendAgain}>
            {t('activity:webhooks.resend')}
          </Button>
        )
      }
    >
      {delivery ? (
        <Story delivery={delivery} />
      ) : (
        <RecordUnavailable error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
    </Drawer>
  )
}

function Story({ delivery }: { readonly delivery: Detail }) {
  const t = useText()
  const format = useFormat()
  const [part, setPart] = useState<'sent' | 'answer' | 'headers'>('sent')
  const last = delivery.log.at(-1)
  return (
    <>
      {delivery.status !== 'delivered' && last && (
        <Banner tone={delivery.status === 'failed' ? 'bad' : 'warn'}>
          {last.answerStatus === null
            ? t('activity:webhooks.noAnswer', { fault: faultText(t, last.fault ?? '') })
            : t('activity:webhooks.answered', { status: last.answerStatus })}{' '}
          {delivery.nextAttemptAt === null
            ? t('activity:webhooks.noMoreTries')
            : t('activity:webhooks.nextTry', { when: format.moment(delivery.nextAttemptAt) })}
        </Banner>
      )}
      <ol className="my-4 divide-y divide-rule border-y border-rule-2 text-13">
        {delivery.log.toReversed().map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        {delivery.log.length === 0 && (
          <li className="py-2 text-ink-3">{t('activity:webhooks.statuses.pending')}</li>
        )}
      </ol>
      <div className="pb-2">
        <Segmented
          label={t('activity:webhooks.delivery')}
          value={part}
          onChange={setPart}
          options={[
            { id: 'sent', content: t('activity:webhooks.sent') },
            { id: 'answer', content: t('activity:webhooks.answer') },
            { id: 'headers', content: t('activity:webhooks.headers') },
          ]}
        />
      </div>
      <CodeBlock label={t(`activity:webhooks.${part}`)} code={textOf(part, delivery, last)} />
    </>
  )
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const t = useText()
  const format = useFormat()
  const { number, at, answerStatus, took, fault } = attempt
  const isGood = answerStatus !== null && answerStatus < 300
  return (
    <li className="flex flex-wrap gap-x-4 py-2">
      <span className="text-ink-3">{t('activity:webhooks.try', { number })}</span>
      <span className="tabular">{format.stamp(at)}</span>
      <span className={isGood ? 'ms-auto' : 'ms-auto text-bad'}>
        {answerStatus ?? faultText(t, fault ?? '')} · {t('activity:docs.took', { ms: Math.round(took) })}
      </span>
    </li>
  )
}

function textOf(
  part: 'sent' | 'answer' | 'headers',
  { body }: Detail,
  last: DeliveryAttempt | undefined,
): string {
  switch (part) {
    case 'sent':
      return pretty(body)
    case 'answer':
      return pretty(last?.answerBody ?? '')
    case 'headers':
      return [lines(last?.requestHeaders), lines(last?.answerHeaders)].filter(Boolean).join('\n\n')
  }
}

function lines(headers: Readonly<Record<string, string>> | null | undefined): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

import type { Webhook } from '@kinora/contract'
import { webhookLimits } from '@kinora/contract/activity/webhooks'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { localTime, momentOf } from '../../../lib/time/local-time'
import { DateField } from '../../../ui/date-field'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { useResend } from './queries'

interface ResendRangeProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Resends failed deliveries of a time range, by default the last day. */
export function ResendRange({ webhook, onClose }: ResendRangeProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const { environment } = useWorkspace()
  const resend = useResend(environment.id, webhook.id)
  // Includes the whole current minute.
  const [first] = useState(() => ({
    from: localTime(new Date(Date.now() - DAY_MS)),
    to: localTime(new Date(Date.now() + MINUTE_MS)),
  }))
  const [range, setRange] = useState(first)
  const from = momentOf(range.from)
  const to = momentOf(range.to)
  const isTurned = from !== undefined && to !== undefined && from >= to
  const change = (next: Partial<typeof range>) => {
    setRange({ ...range, ...next })
    resend.reset()
  }
  const send = () => {
    if (!from || !to || isTurned || resend.isPending) return
    resend.mutate(
      { from: from.toISOString(), to: to.toISOString() },
      {
        onSuccess: ({ resent }) => {
          onClose()
          toast({ text: t('activity:webhooks.resent', { count: resent }), tone: 'good' })
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('activity:webhooks.resendRange')}
      dirty={range.from !== first.from || range.to !== first.to}
      busy={resend.isPending}
      onClose={onClose}
      cancel={t('activity:webhooks.cancel')}
      submit={{ form: formId, label: t('activity:webhooks.resend'), disabled: !from || !to || isTurned }}
    >
      <p className="mb-4">
        {t('activity:webhooks.resendAbout', { most: format.number(webhookLimits.resend) })}
      </p>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <DateField
          withTime
          label={t('activity:webhooks.from')}
          value={range.from}
          onChange={(typed) => change({ from: typed })}
        />
        <DateField
          withTime
          label={t('activity:webhooks.to')}
          value={range.to}
          error={isTurned ? t('activity:webhooks.turned') : undefined}
          onChange={(typed) => change({ to: typed })}
        />
        <FormProblem error={resend.error} />
      </form>
    </FormDialog>
  )
}

import type { Livestream } from '@kinora/contract'
import { type FormEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { StartTimeField } from '../streams/start-time-field'
import { breakLengths, endless } from './lengths'
import { useStartCue } from './queries'

interface PlanBreakProps {
  readonly stream: Livestream
  readonly onClose: () => void
}

/** Schedules a break. */
export function PlanBreak({ stream, onClose }: PlanBreakProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const [at, setAt] = useState<string | null>(null)
  const [length, setLength] = useState('30')
  const [isMissing, setMissing] = useState(false)
  const start = useStartCue(stream)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (at === null) return setMissing(true)
    start.mutate(
      { at, durationS: length === endless ? null : Number(length) },
      {
        onSuccess: () => {
          toast({ text: t('live:cues.plan.done'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('live:cues.plan.title')}
      dirty={at !== null}
      busy={start.isPending}
      onClose={onClose}
      cancel={t('live:cues.plan.close')}
      submit={{ form: formId, label: t('live:cues.plan.submit') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <StartTimeField
          label={t('live:cues.plan.at')}
          value={at}
          error={isMissing && at === null ? t('live:cues.plan.missing') : undefined}
          onChange={setAt}
        />
        <Select
          label={t('live:cues.length')}
          value={length}
          onChange={setLength}
          options={breakLengths(t, format)}
        />
        <FormProblem error={start.error} />
      </form>
    </FormDialog>
  )
}

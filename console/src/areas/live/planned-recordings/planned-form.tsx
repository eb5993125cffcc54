import { createPlannedRecordingBody } from '@kinora/contract/live/planned-recordings'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { StartTimeField } from '../streams/start-time-field'
import { StreamSelect } from '../streams/stream-select'
import { useCreatePlanned } from './queries'

interface PlannedFormProps {
  /** ID of the selected stream. Empty if none is. */
  readonly streamId: string
  readonly onClose: () => void
}

/** Plans a recording of a live stream from one time to another. */
export function PlannedForm({ streamId, onClose }: PlannedFormProps) {
  const t = useText()
  const formId = useId()
  const create = useCreatePlanned()
  const form = useSchemaForm(createPlannedRecordingBody, {
    name: '',
    livestreamId: streamId,
    from: '',
    to: '',
  })
  const { inputRef: _, onBlur: __, name: ___, ...stream } = useField(form, 'livestreamId')
  const from = useField(form, 'from')
  const to = useField(form, 'to')
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: ({ name }) => {
        toast({ text: t('live:planned.form.done', { name }), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        const fields = ['name', 'livestreamId', 'from', 'to'] as const
        if (error instanceof Problem && showFieldProblems(form, error, fields)) create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('live:planned.new')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('live:streams.cancel')}
      submit={{ form: formId, label: t('live:planned.form.submit') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('live:streams.name')} />
        <StreamSelect {...stream} value={stream.value ?? ''} label={t('live:planned.stream')} />
        <StartTimeField
          label={t('live:planned.from')}
          value={from.value || null}
          error={from.error}
          onChange={(at) => from.onChange(at ?? '')}
        />
        <StartTimeField
          label={t('live:planned.to')}
          value={to.value || null}
          error={to.error}
          onChange={(at) => to.onChange(at ?? '')}
        />
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}

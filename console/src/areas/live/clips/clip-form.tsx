import type { Livestream } from '@kinora/contract'
import type { UseFormReturn } from 'react-hook-form'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { clipBodyOf, earlier, epochOf, momentOf, typedClipSchema } from './epoch'
import { useCreateLiveClip } from './queries'

const backS = 30

export type ClipFields = Parameters<typeof clipBodyOf>[0]
type Fields = ClipFields

interface LiveClipFormProps {
  readonly stream: Livestream
  readonly form: UseFormReturn<ClipFields>
}

/** State of the clip form, shared with the timeline, which can set the times. */
export function useLiveClipForm(): UseFormReturn<ClipFields> {
  return useSchemaForm<Fields>(typedClipSchema, { name: '', startTime: '', endTime: '' })
}

/** Creates a clip of the stream's recording by epoch times, even while the stream is live. */
export function LiveClipForm({ stream, form }: LiveClipFormProps) {
  const t = useText()
  const create = useCreateLiveClip(stream)
  const send = form.handleSubmit((typed) =>
    create.mutate(clipBodyOf(typed), {
      onSuccess: () => {
        toast({ text: t('live:clips.cutting'), tone: 'good' })
        form.reset()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'startTime', 'endTime']))
          create.reset()
      },
    }),
  )
  return (
    <Section title={t('live:clips.new')}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
        <TextField {...useField(form, 'name')} optional maxLength={200} label={t('live:clips.name')} />
        <TimeField form={form} name="startTime" label={t('live:clips.start')} />
        <TimeField form={form} name="endTime" optional label={t('live:clips.end')} />
        <FormProblem error={create.error} />
        {create.isPending && create.failureCount > 0 && (
          <p role="status" className="text-12 text-ink-2">
            {t('live:clips.waiting')}
          </p>
        )}
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('live:clips.make')}
        </Button>
        <p className="text-12 text-pretty text-ink-3">{t('live:clips.about')}</p>
      </form>
    </Section>
  )
}

interface TimeFieldProps {
  readonly form: UseFormReturn<Fields>
  readonly name: 'startTime' | 'endTime'
  readonly label: string
  readonly optional?: boolean
}

function TimeField({ form, name, label, optional = false }: TimeFieldProps) {
  const t = useText()
  const format = useFormat()
  const field = useField(form, name)
  const moment = momentOf(field.value)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <TextField
        {...field}
        ltr
        optional={optional}
        label={label}
        placeholder="1700000000"
        help={moment === null ? t('live:clips.epoch') : format.exactTime(moment)}
      />
      <span className="flex gap-2">
        <Button size="small" onPress={() => field.onChange(epochOf(Date.now()))}>
          {t('live:clips.now')}
        </Button>
        <Button size="small" onPress={() => field.onChange(earlier(field.value, backS, Date.now()))}>
          {t('live:clips.back', { span: format.timeSpan(backS) })}
        </Button>
      </span>
    </fieldset>
  )
}

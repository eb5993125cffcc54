import type { AdBreak, Content } from '@kinora/contract'
import { requiredOr } from '@kinora/contract/common'
import { messages } from '@kinora/contract/messages.gen'
import { moment, secondsOf, timecodeOf } from '@kinora/contract/timecode'
import { useId } from 'react'
import * as z from 'zod/mini'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { offeredLengths } from '../lengths'
import { useSaveBreak } from '../queries'

interface BreakFormProps {
  readonly content: Content
  /** Time of the break, in seconds. */
  readonly at: number
  /** Break to edit. Null for a new one. */
  readonly adBreak: AdBreak | null
  readonly onClose: () => void
}

const isClock = (text: string) => moment.safeParse(text).success
const typed = z.string().check(z.trim())
const typedBody = z.object({
  at: typed.check(z.refine(isClock, requiredOr(messages.clock))),
  durationS: z.number(),
  returnAt: typed.check(z.refine((text) => text === '' || isClock(text), messages.clock)),
  adTagUrl: typed,
  enabled: z.boolean(),
})

export function BreakForm({ content, at, adBreak, onClose }: BreakFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const form = useSchemaForm(typedBody, {
    at: timecodeOf(at),
    durationS: adBreak?.durationS ?? 30,
    returnAt: adBreak?.returnAt == null ? '' : timecodeOf(adBreak.returnAt),
    adTagUrl: adBreak?.adTagUrl ?? '',
    enabled: adBreak?.enabled ?? true,
  })
  const [length, enabled] = [useField(form, 'durationS'), useField(form, 'enabled')]
  const save = useSaveBreak(content.environmentId, content.id, adBreak?.id ?? null)
  const action = adBreak === null ? 'create' : 'edit'
  const send = form.handleSubmit(({ at, returnAt, adTagUrl, ...rest }) =>
    save.mutate(
      {
        ...rest,
        at: secondsOf(at),
        returnAt: returnAt === '' ? null : secondsOf(returnAt),
        adTagUrl: adTagUrl === '' ? null : adTagUrl,
      },
      {
        onSuccess: () => {
          toast({ text: t(`ads:breaks.done.${action}`), tone: 'good' })
          onClose()
        },
        onError: (error) => {
          if (error instanceof Problem && showFieldProblems(form, error, ['adTagUrl'])) save.reset()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t(`ads:breaks.form.${action}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('ads:breaks.cancel')}
      submit={{ form: formId, label: t(`ads:breaks.submit.${action}`) }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'at')} autoFocus ltr label={t('ads:breaks.at')} />
        <Select
          label={t('ads:breaks.length')}
          value={String(length.value)}
          onChange={(id) => length.onChange(Number(id))}
          options={offeredLengths(format, length.value)}
        />
        <TextField
          {...useField(form, 'returnAt')}
          ltr
          optional
          label={t('ads:breaks.return')}
          help={t('ads:breaks.returnHelp')}
        />
        <TextField
          {...useField(form, 'adTagUrl')}
          ltr
          optional
          label={t('ads:breaks.tag')}
          help={t('ads:breaks.tagHelp')}
        />
        <Checkbox checked={enabled.value} onChange={enabled.onChange}>
          {t('ads:breaks.enabled')}
        </Checkbox>
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

import type { AdBreak, Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { type FormEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { offeredLengths } from '../lengths'
import { useSaveBreak } from '../queries'
import { typedTime } from './typed-time'

interface BreakFormProps {
  readonly content: Content
  /** Time of the break, in seconds. */
  readonly at: number
  /** Break to edit. Null for a new one. */
  readonly adBreak: AdBreak | null
  readonly onClose: () => void
}

export function BreakForm({ content, at, adBreak, onClose }: BreakFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const first = timecodeOf(at)
  const [time, setTime] = useState(first)
  const [length, setLength] = useState(adBreak?.durationS ?? 30)
  const firstBack = adBreak?.returnAt == null ? '' : timecodeOf(adBreak.returnAt)
  const [back, setBack] = useState(firstBack)
  const [backError, setBackError] = useState<string>()
  const [tag, setTag] = useState(adBreak?.adTagUrl ?? '')
  const [enabled, setEnabled] = useState(adBreak?.enabled ?? true)
  const [error, setError] = useState<string>()
  const save = useSaveBreak(content.environmentId, content.id, adBreak?.id ?? null)
  const action = adBreak === null ? 'create' : 'edit'
  const tagFault = faultOf(save.error, t)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const typed = typedTime(time)
    if ('message' in typed) return setError(messageText(t, typed.message))
    const typedBack = back.trim() === '' ? { seconds: null } : typedTime(back)
    if ('message' in typedBack) return setBackError(messageText(t, typedBack.message))
    const times = { at: typed.seconds, durationS: length, returnAt: typedBack.seconds }
    save.mutate(
      { ...times, adTagUrl: tag.trim() === '' ? null : tag.trim(), enabled },
      {
        onSuccess: () => {
          toast({ text: t(`ads:breaks.done.${action}`), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t(`ads:breaks.form.${action}`)}
      dirty={
        time !== first ||
        length !== (adBreak?.durationS ?? 30) ||
        back !== firstBack ||
        tag !== (adBreak?.adTagUrl ?? '') ||
        enabled !== (adBreak?.enabled ?? true)
      }
      busy={save.isPending}
      onClose={onClose}
      cancel={t('ads:breaks.cancel')}
      submit={{ form: formId, label: t(`ads:breaks.submit.${action}`) }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField
          autoFocus
          ltr
          name="at"
          label={t('ads:breaks.at')}
          value={time}
          onChange={(typed) => {
            setTime(typed)
            setError(undefined)
          }}
          error={error}
        />
        <Select
          label={t('ads:breaks.length')}
          value={String(length)}
          onChange={(id) => setLength(Number(id))}
          options={offeredLengths(format, length)}
        />
        <TextField
          ltr
          optional
          name="returnAt"
          label={t('ads:breaks.return')}
          help={t('ads:breaks.returnHelp')}
          value={back}
          onChange={(typed) => {
            setBack(typed)
            setBackError(undefined)
          }}
          error={backError}
        />
        <TextField
          ltr
          optional
          name="adTagUrl"
          label={t('ads:breaks.tag')}
          help={t('ads:breaks.tagHelp')}
          value={tag}
          onChange={setTag}
          error={tagFault}
        />
        <Checkbox checked={enabled} onChange={setEnabled}>
          {t('ads:breaks.enabled')}
        </Checkbox>
        <FormProblem error={tagFault === undefined ? save.error : null} />
      </form>
    </FormDialog>
  )
}

/** Error of the ad tag. */
function faultOf(error: unknown, t: ReturnType<typeof useText>): string | undefined {
  const found = error instanceof Problem && error.errors.find(({ path }) => path.endsWith('adTagUrl'))
  return found ? messageText(t, found.message) : undefined
}

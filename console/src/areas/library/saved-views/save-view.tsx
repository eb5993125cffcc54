import { savedViewLimits } from '@kinora/contract/library/values'
import { type FormEvent, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { useVideoRights } from '../rights'
import { useCreateView, type ViewList, type ViewSearch } from './queries'
import { useSaveFault } from './use-save-fault'

interface SaveViewProps {
  readonly list: ViewList
  readonly shown: ViewSearch
  /** The number of the user's views. */
  readonly own: number
  readonly onSaved: () => void
}

/** Saves the current filters and sorting under a name. */
export function SaveView({ list, shown, own, onSaved }: SaveViewProps) {
  const t = useText()
  const format = useFormat()
  const rights = useVideoRights()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const create = useCreateView(list)
  const fault = useSaveFault(create.error)
  const given = name.trim()
  const isFull = own >= savedViewLimits.own
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (given === '' || isFull || create.isPending) return
    const onSuccess = () => {
      toast({ text: t('library:views.saved', { name: isolate(given) }), tone: 'good' })
      onSaved()
    }
    create.mutate({ name: given, search: shown, isShared }, { onSuccess, onError: fault.report })
  }
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-3 p-2">
      <TextField
        label={t('library:views.name')}
        value={name}
        maxLength={savedViewLimits.nameLength}
        error={fault.nameError}
        onChange={(typed) => {
          create.reset()
          setName(typed)
        }}
        help={
          isFull
            ? t('library:views.full', { most: format.number(savedViewLimits.own) })
            : t('library:views.help')
        }
      />
      {rights.update && (
        <Checkbox checked={isShared} onChange={setShared}>
          {t('library:views.share')}
        </Checkbox>
      )}
      <Button type="submit" busy={create.isPending} disabled={given === '' || isFull}>
        {t('library:views.save')}
      </Button>
    </form>
  )
}

import { savedViewLimits } from '@kinora/contract/library/values'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { NameForm } from '../../../ui/name-form'
import { toast } from '../../../ui/toast-store'
import { useRights } from '../../identity'
import { useCreateView, type ViewList, type ViewSearch } from './queries'

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
  const rights = useRights('Videos', 'Video')
  const [isShared, setShared] = useState(false)
  const create = useCreateView(list)
  const isFull = own >= savedViewLimits.own
  return (
    <div className="p-2">
      <NameForm
        label={t('library:views.name')}
        maxLength={savedViewLimits.nameLength}
        notSaved={t('library:views.notSaved')}
        help={
          isFull
            ? t('library:views.full', { most: format.number(savedViewLimits.own) })
            : t('library:views.help')
        }
        action={t('library:views.save')}
        disabled={isFull}
        saving={create}
        bodyOf={(name) => ({ name, search: shown, isShared })}
        onSaved={(name) => {
          toast({ text: t('library:views.saved', { name: isolate(name) }), tone: 'good' })
          onSaved()
        }}
        options={
          rights.update && (
            <Checkbox checked={isShared} onChange={setShared}>
              {t('library:views.share')}
            </Checkbox>
          )
        }
      />
    </div>
  )
}

import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TagInput } from '../../../ui/tag-input'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { contentsIn, type Item } from '../parts/item'
import { useTagContents } from './queries'

interface TagDialogProps {
  readonly items: readonly Item[]
  readonly onClose: () => void
}

/** Adds and removes tags of videos. Folders have no tags. */
export function TagDialog({ items, onClose }: TagDialogProps) {
  const t = useText()
  const formId = useId()
  const { mutate, isPending, error } = useTagContents()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const videos = contentsIn(items)
  const values = { count: videos.length, title: videos[0]?.title ?? '' }
  const isEmpty = add.length === 0 && remove.length === 0
  const send = () =>
    mutate(
      { ids: videos.map(({ id }) => id), add, remove },
      {
        onSuccess: () => {
          toast({ text: t('library:tags.done', values), tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={t('library:tags.title', values)}
      dirty={!isEmpty}
      busy={isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:tags.submit'), disabled: isEmpty }}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        className="flex flex-col gap-4 pt-2"
      >
        <TagInput label={t('library:tags.add')} value={add} onChange={setAdd} />
        <TagInput label={t('library:tags.remove')} value={remove} onChange={setRemove} />
        <FormProblem error={error} />
      </form>
    </FormDialog>
  )
}

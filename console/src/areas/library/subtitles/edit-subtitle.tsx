import type { Content, Subtitle } from '@kinora/contract'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { errorsOf } from './add-subtitle'
import { useUpdateSubtitle } from './queries'
import { SubtitleFields } from './subtitle-fields'
import { shownVersion } from './subtitle-state'

interface EditSubtitleProps {
  readonly content: Content
  readonly subtitle: Subtitle
  readonly onClose: () => void
}

export function EditSubtitle({ content, subtitle, onClose }: EditSubtitleProps) {
  const t = useText()
  const formId = useId()
  const update = useUpdateSubtitle(content.id, subtitle.id)
  const onError = useProblemToast(t('library:failures.save'))
  const { name, languageCode, closedCaptions } = shownVersion(subtitle)
  const [before] = useState({ name, languageCode, closedCaptions })
  const [described, setDescribed] = useState(before)
  const errors = errorsOf(described)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(errors).length > 0 || update.isPending) return
    update.mutate(described, { onSuccess: onClose, onError })
  }
  return (
    <FormDialog
      title={t('library:subtitles.edit')}
      dirty={described !== before}
      busy={update.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:details.save') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <SubtitleFields value={described} onChange={setDescribed} errors={errors} />
      </form>
    </FormDialog>
  )
}

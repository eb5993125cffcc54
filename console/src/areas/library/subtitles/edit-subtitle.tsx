import type { Content, Subtitle } from '@kinora/contract'
import { useId } from 'react'
import { useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useUpdateSubtitle } from './queries'
import { describedBody, SubtitleFields } from './subtitle-fields'
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
  const form = useSchemaForm(describedBody, { name, languageCode, closedCaptions })
  const send = form.handleSubmit((described) => update.mutate(described, { onSuccess: onClose, onError }))
  return (
    <FormDialog
      title={t('library:subtitles.edit')}
      dirty={form.formState.isDirty}
      busy={update.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:details.save') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <SubtitleFields form={form} />
      </form>
    </FormDialog>
  )
}

import type { Content } from '@kinora/contract'
import { updateContentBody } from '@kinora/contract/library'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { TagInput } from '../../../ui/tag-input'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useUpdateContent } from '../queries'

interface EditDetailsProps {
  readonly content: Content
  readonly onDone: () => void
}

/** Edits title, description and tags. Asks before unsaved changes are lost. */
export function EditDetails({ content, onDone }: EditDetailsProps) {
  const t = useText()
  const update = useUpdateContent(content.id)
  const { title, description, tags } = content
  const form = useSchemaForm(updateContentBody, { title, description, tags })
  const titleField = useField(form, 'title')
  const aboutField = useField(form, 'description')
  const { inputRef: _, onBlur: __, name: ___, ...tagsField } = useField(form, 'tags')
  const { isDirty } = form.formState
  const send = form.handleSubmit((body) =>
    update.mutate(body, {
      onSuccess: () => {
        toast({ text: t('library:details.saved'), tone: 'good' })
        onDone()
      },
      onError: (error) => {
        const fields = ['title', 'description', 'tags'] as const
        if (error instanceof Problem && showFieldProblems(form, error, fields)) update.reset()
      },
    }),
  )
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
      <TextField {...titleField} autoFocus value={titleField.value ?? ''} label={t('library:fields.title')} />
      <TextArea
        {...aboutField}
        optional
        value={aboutField.value ?? ''}
        label={t('library:fields.description')}
      />
      <TagInput {...tagsField} optional value={tagsField.value ?? []} label={t('library:fields.tags')} />
      <FormProblem error={update.error} />
      <div className="flex justify-end gap-2">
        <Button onPress={onDone}>{t('library:actions.cancel')}</Button>
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
          {t('library:details.save')}
        </Button>
      </div>
      <LeaveGuard active={isDirty && !update.isSuccess} about={t('library:details.leaveAbout')} />
    </form>
  )
}

import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { useProfileName } from '../encoding-profiles/profile-name'
import { profileChoicesQuery, useReencode } from '../encoding-profiles/queries'

interface ReencodeDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Selects the encoding profile for re-encoding a video. */
export function ReencodeDialog({ content, onClose }: ReencodeDialogProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const profileName = useProfileName()
  const { data: choices = [] } = useQuery(profileChoicesQuery(environment.id))
  const [chosen, setChosen] = useState<string>()
  const reencode = useReencode(content.id)
  const usual = choices.find(({ isDefault }) => isDefault)?.id
  const value = chosen ?? usual ?? null
  const send = () => {
    if (value === null || reencode.isPending) return
    reencode.mutate(value, {
      onSuccess: () => {
        toast({ text: t('library:reencode.begun'), tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={t('library:reencode.question', { title: content.title })}
      dirty={chosen !== undefined}
      busy={reencode.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:reencode.title'), disabled: value === null }}
    >
      <p className="mb-4">{t('library:reencode.about')}</p>
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Select
          label={t('library:profiles.one')}
          help={t('library:reencode.now', { name: profileName(content.encodingProfile) })}
          value={value}
          onChange={setChosen}
          options={choices.map((choice) => ({ id: choice.id, label: profileName(choice) }))}
        />
        <FormProblem error={reencode.error} />
      </form>
    </FormDialog>
  )
}

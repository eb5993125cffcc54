import type { EncodingProfile } from '@kinora/contract'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { AudioFields } from './audio-fields'
import { CodecFields } from './codec-fields'
import { draftOf } from './profile-draft'
import { useProfileName } from './profile-name'
import { useSaveProfile } from './queries'
import { RungRows } from './rung-rows'
import { useProfileDraft } from './use-profile-draft'
import { VideoFields } from './video-fields'
import { WatermarkFields } from './watermark-fields'

interface ProfileDialogProps {
  /** The initial values. */
  readonly copied: EncodingProfile
  /** Null for a new profile. */
  readonly edited: EncodingProfile | null
  readonly onClose: () => void
}

/** Creates or edits an encoding profile. */
export function ProfileDialog({ copied, edited, onClose }: ProfileDialogProps) {
  const t = useText()
  const formId = useId()
  const profileName = useProfileName()
  const save = useSaveProfile(edited?.id ?? null)
  const [initial] = useState(() => draftOf(copied, edited?.name ?? '', edited === null))
  const form = useProfileDraft(initial)
  const send = () => {
    const body = form.parse()
    if (body === undefined || save.isPending) return
    save.mutate(body, {
      onSuccess: ({ name }) => {
        toast({
          text: t(edited ? 'library:profiles.saved' : 'library:profiles.made', { name }),
          tone: 'good',
        })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem) form.showErrors(error.errors)
      },
    })
  }
  const title = edited
    ? t('library:profiles.editTitle', { name: profileName(edited) })
    : t('library:profiles.new')
  return (
    <FormDialog
      wide
      title={title}
      dirty={form.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t(edited ? 'library:profiles.save' : 'library:profiles.create') }}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-6 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          autoFocus
          label={t('library:profiles.name')}
          maxLength={200}
          value={form.draft.name}
          error={form.errorAt('name')}
          onChange={(name) => form.set({ name })}
        />
        <CodecFields form={form} />
        <RungRows form={form} />
        <VideoFields form={form} />
        <AudioFields form={form} />
        <WatermarkFields form={form} profile={copied} />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

import type { AudioTrack, Content } from '@kinora/contract'
import { addAudioTrackBody } from '@kinora/contract/library'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { AudioTrackFields } from './audio-track-fields'
import { useUpdateAudioTrack } from './queries'

interface EditAudioTrackProps {
  readonly content: Content
  readonly track: AudioTrack
  readonly onClose: () => void
}

const { name, languageCode, role, isDefault } = addAudioTrackBody.shape
const detailsBody = z.object({
  name,
  languageCode: z.union([z.literal(''), languageCode]),
  role,
  isDefault,
})

export function EditAudioTrack({ content, track, onClose }: EditAudioTrackProps) {
  const t = useText()
  const formId = useId()
  const update = useUpdateAudioTrack(content.id)
  const onError = useProblemToast(t('library:failures.save'))
  const form = useSchemaForm(detailsBody, {
    name: track.name,
    languageCode: track.languageCode ?? '',
    role: track.role,
    isDefault: track.isDefault,
  })
  const send = form.handleSubmit(({ languageCode, isDefault, ...rest }) => {
    const body = {
      ...rest,
      // The file's own track may have no language; leave it unset.
      ...(languageCode !== '' && { languageCode }),
      ...(isDefault && { isDefault: true as const }),
    }
    update.mutate({ trackId: track.id, ...body }, { onSuccess: onClose, onError })
  })
  return (
    <FormDialog
      title={t('library:audio.editTitle', { name: track.name })}
      dirty={form.formState.isDirty}
      busy={update.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:details.save') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <AudioTrackFields form={form} staysDefault={track.isDefault} />
      </form>
    </FormDialog>
  )
}

import type { AudioTrack, Content } from '@kinora/contract'
import { updateAudioTrackBody } from '@kinora/contract/library'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { FormDialog } from '../../../ui/form-dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { AudioTrackFields } from './audio-track-fields'
import { type TrackDetails, useUpdateAudioTrack } from './queries'

interface EditAudioTrackProps {
  readonly content: Content
  readonly track: AudioTrack
  readonly onClose: () => void
}

export function EditAudioTrack({ content, track, onClose }: EditAudioTrackProps) {
  const t = useText()
  const formId = useId()
  const update = useUpdateAudioTrack(content.id)
  const onError = useProblemToast(t('library:failures.save'))
  const [before] = useState<TrackDetails>({
    name: track.name,
    languageCode: track.languageCode ?? '',
    role: track.role,
    isDefault: track.isDefault,
  })
  const [details, setDetails] = useState(before)
  const { languageCode, isDefault, ...rest } = details
  const body = {
    ...rest,
    // The file's own track may have no language; leave it unset.
    ...(languageCode !== '' && { languageCode }),
    ...(isDefault && { isDefault: true as const }),
  }
  const issues = updateAudioTrackBody.safeParse(body).error?.issues ?? []
  const errors = Object.fromEntries(
    issues.map(({ path, message }) => [String(path[0]), messageText(t, message)]),
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (issues.length > 0 || update.isPending) return
    update.mutate({ trackId: track.id, ...body }, { onSuccess: onClose, onError })
  }
  return (
    <FormDialog
      title={t('library:audio.editTitle', { name: track.name })}
      dirty={details !== before}
      busy={update.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:details.save') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <AudioTrackFields
          value={details}
          onChange={setDetails}
          errors={errors}
          staysDefault={track.isDefault}
        />
      </form>
    </FormDialog>
  )
}

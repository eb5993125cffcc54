import type { Content } from '@kinora/contract'
import { addAudioTrackBody, audioExtensions, uploadAudioTrackBody } from '@kinora/contract/library'
import { FileAudio } from '@phosphor-icons/react/dist/csr/FileAudio'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { emptySource, FileOrUrlField } from '../parts/file-or-url'
import { AudioTrackFields } from './audio-track-fields'
import { type TrackDetails, useAddAudioTrack } from './queries'

interface AddAudioTrackProps {
  readonly content: Content
  readonly onClose: () => void
}

const empty: TrackDetails = { name: '', languageCode: '', role: 'dub', isDefault: false }
const accept = audioExtensions.map((ending) => `.${ending}`).join(',')

/** Adds an audio track from a file or an address. */
export function AddAudioTrack({ content, onClose }: AddAudioTrackProps) {
  const t = useText()
  const formId = useId()
  const add = useAddAudioTrack(content.id)
  const [details, setDetails] = useState(empty)
  const [source, setSource] = useState(emptySource)
  const [tried, setTried] = useState(false)
  const { from, file, url } = source
  const given = from === 'url' ? url : file
  const found =
    from === 'url'
      ? addAudioTrackBody.safeParse({ ...details, url })
      : uploadAudioTrackBody.safeParse({ ...details, fileName: file?.name ?? '', fileSize: file?.size ?? 0 })
  // If a field has several errors, show the first.
  const all = Object.fromEntries(
    (found.error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [String(path[0]), messageText(t, message)]),
  )
  const errors = tried ? all : {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (given === undefined || !found.success || add.isPending) return
    add.mutate(
      { ...details, from: given },
      {
        onSuccess: () => {
          toast({ text: t('library:audio.added', { name: details.name }), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('library:audio.addTitle')}
      dirty={details !== empty || source !== emptySource}
      busy={add.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: t('library:audio.submit') }}
    >
      <p className="mb-4">{t('library:audio.about')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <FileOrUrlField
          value={source}
          onChange={(chosen) => {
            add.reset()
            setSource(chosen)
          }}
          fileError={tried || file ? (all.fileName ?? all.fileSize) : undefined}
          urlError={errors.url}
          choose={t('library:audio.chooseFile')}
          help={t('library:audio.fileHelp')}
          accept={accept}
          thumbnail={<FileAudio size={28} className="shrink-0 text-ink-3" aria-hidden />}
        />
        <AudioTrackFields value={details} onChange={setDetails} errors={errors} />
        <FormProblem error={add.error} />
      </form>
    </FormDialog>
  )
}

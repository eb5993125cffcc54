import type { Content } from '@kinora/contract'
import { addAudioTrackBody, audioExtensions, uploadAudioTrackBody } from '@kinora/contract/library'
import { FileAudio } from '@phosphor-icons/react/dist/csr/FileAudio'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { emptySource, FileOrUrlField, faultOf } from '../parts/file-or-url'
import { AudioTrackFields } from './audio-track-fields'
import { type TrackDetails, useAddAudioTrack } from './queries'

interface AddAudioTrackProps {
  readonly content: Content
  readonly onClose: () => void
}

const detailsBody = z.omit(addAudioTrackBody, { url: true })
const urlBody = z.pick(addAudioTrackBody, { url: true })
const fileBody = z.pick(uploadAudioTrackBody, { fileName: true, fileSize: true })
const accept = audioExtensions.map((ending) => `.${ending}`).join(',')

/** Adds an audio track from a file or an address. */
export function AddAudioTrack({ content, onClose }: AddAudioTrackProps) {
  const t = useText()
  const formId = useId()
  const add = useAddAudioTrack(content.id)
  const form = useSchemaForm<TrackDetails>(detailsBody, {
    name: '',
    languageCode: '',
    role: 'dub',
    isDefault: false,
  })
  const [source, setSource] = useState(emptySource)
  const { from, file, url } = source
  const given = from === 'url' ? url : file
  const wrong = faultOf(source, urlBody, fileBody)
  const isShown = form.formState.isSubmitted || (from === 'file' && file !== undefined)
  const send = form.handleSubmit((details) => {
    if (given === undefined || wrong !== undefined) return
    add.mutate(
      { ...details, from: given },
      {
        onSuccess: () => {
          toast({ text: t('library:audio.added', { name: details.name }), tone: 'good' })
          onClose()
        },
      },
    )
  })
  return (
    <FormDialog
      title={t('library:audio.addTitle')}
      dirty={form.formState.isDirty || source !== emptySource}
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
          error={isShown && wrong !== undefined ? messageText(t, wrong) : undefined}
          choose={t('library:audio.chooseFile')}
          help={t('library:audio.fileHelp')}
          accept={accept}
          thumbnail={<FileAudio size={28} className="shrink-0 text-ink-3" aria-hidden />}
        />
        <AudioTrackFields form={form} />
        <FormProblem error={add.error} />
      </form>
    </FormDialog>
  )
}

import type { Content } from '@kinora/contract'
import { addAudioTrackBody, audioExtensions, uploadAudioTrackBody } from '@kinora/contract/library'
import { FileAudio } from '@phosphor-icons/react/dist/csr/FileAudio'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Problem } from '../../../../lib/problem'
import { messageText, problemText } from '../../../../lib/texts'
import { Banner } from '../../../../ui/banner'
import { Button } from '../../../../ui/button'
import { FileDrop } from '../../../../ui/file-drop'
import { FormDialog } from '../../../../ui/form-dialog'
import { Segmented } from '../../../../ui/segmented'
import { TextField } from '../../../../ui/text-field'
import { toast } from '../../../../ui/toast-store'
import { type SaidOfTrack, useAddAudioTrack } from '../../queries-audio'
import { AudioTrackFields } from './audio-track-fields'

interface AddAudioTrackProps {
  readonly content: Content
  readonly onClose: () => void
}

const empty: SaidOfTrack = { name: '', languageCode: '', role: 'dub', isDefault: false }
const accept = audioExtensions.map((ending) => `.${ending}`).join(',')

/** A new track, from a file of this device or from an address. */
export function AddAudioTrack({ content, onClose }: AddAudioTrackProps) {
  const t = useText()
  const formId = useId()
  const add = useAddAudioTrack(content.id)
  const [said, setSaid] = useState(empty)
  const [from, setFrom] = useState<'file' | 'url'>('file')
  const [file, setFile] = useState<File>()
  const [url, setUrl] = useState('')
  const [tried, setTried] = useState(false)
  const source = from === 'url' ? url : file
  const found =
    from === 'url'
      ? addAudioTrackBody.safeParse({ ...said, url })
      : uploadAudioTrackBody.safeParse({ ...said, fileName: file?.name ?? '', fileSize: file?.size ?? 0 })
  // Of several about one field, the first says it best.
  const all = Object.fromEntries(
    (found.error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [String(path[0]), messageText(t, message)]),
  )
  const errors = tried ? all : {}
  const fileError = tried || file ? (all.fileName ?? all.fileSize) : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (source === undefined || !found.success || add.isPending) return
    add.mutate(
      { ...said, from: source },
      {
        onSuccess: () => {
          toast({ text: t('library:audio.added', { name: said.name }), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('library:audio.addTitle')}
      dirty={said !== empty || file !== undefined || url !== ''}
      busy={add.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={
        <Button type="submit" form={formId} variant="primary" busy={add.isPending}>
          {t('library:audio.submit')}
        </Button>
      }
    >
      <p className="mb-4">{t('library:audio.about')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <div>
          <Segmented
            label={t('library:audio.from')}
            value={from}
            onChange={setFrom}
            options={(['file', 'url'] as const).map((id) => ({
              id,
              content: t(`library:audio.sources.${id}`),
            }))}
          />
        </div>
        {from === 'url' ? (
          <TextField
            ltr
            type="url"
            label={t('library:fromUrl.url')}
            value={url}
            error={errors.url}
            onChange={setUrl}
          />
        ) : (
          <div className="flex flex-col gap-1.5">
            <FileDrop
              choose={t('library:audio.chooseFile')}
              accept={accept}
              help={t('library:audio.fileHelp')}
              picture={<FileAudio size={28} className="shrink-0 text-ink-3" aria-hidden />}
              actions={file && <bdi className="min-w-0 self-center wrap-anywhere text-ink">{file.name}</bdi>}
              onFile={(chosen) => {
                add.reset()
                setFile(chosen)
              }}
            />
            {fileError !== undefined && (
              <p role="alert" className="flex items-start gap-1.5 text-12 text-bad">
                <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
                {fileError}
              </p>
            )}
          </div>
        )}
        <AudioTrackFields value={said} onChange={setSaid} errors={errors} />
        {add.error && (
          <Banner tone="bad" live>
            {add.error instanceof Problem ? problemText(t, add.error) : t('ui:brokenPage')}
          </Banner>
        )}
      </form>
    </FormDialog>
  )
}

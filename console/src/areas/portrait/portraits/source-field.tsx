import { messages } from '@kinora/contract/messages.gen'
import { createPortraitBody } from '@kinora/contract/portrait/portraits'
import { isMp4 } from '@kinora/contract/portrait/values'
import { FileVideo } from '@phosphor-icons/react/dist/csr/FileVideo'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { FieldNote } from '../../../ui/field-note'
import { FileDrop } from '../../../ui/file-drop'
import { Segmented } from '../../../ui/segmented'
import { TextField } from '../../../ui/text-field'
import { VideoSelect } from '../../library'
import type { PortraitSource } from '../queries'

export const noSource: PortraitSource = { from: 'video', contentId: '', file: undefined, url: '' }

/** The contract's message about the source, if it is wrong. */
export function sourceFault({ from, contentId, file, url }: PortraitSource): string | undefined {
  if (from === 'file' && (file === undefined || !isMp4(file.name))) return messages.onlyMp4
  if (from === 'file') return undefined
  const body = { name: 'x', shape: '9:16', ...(from === 'url' ? { url } : { contentId }) }
  return createPortraitBody.safeParse(body).error?.issues[0]?.message
}

interface SourceFieldProps {
  readonly value: PortraitSource
  readonly onChange: (value: PortraitSource) => void
  /** A message of the contract. */
  readonly fault: string | undefined
  /** Whether the person may add videos. */
  readonly mayAdd: boolean
}

/** Chooses a video of the library, a file of this device, or an address. */
export function SourceField({ value, onChange, fault, mayAdd }: SourceFieldProps) {
  const t = useText()
  const { from, contentId, file, url } = value
  const error = fault === undefined ? undefined : messageText(t, fault)
  return (
    <>
      {mayAdd && (
        <div>
          <Segmented
            label={t('portrait:form.from')}
            value={from}
            onChange={(chosen) => onChange({ ...value, from: chosen })}
            options={(['video', 'file', 'url'] as const).map((id) => ({
              id,
              content: t(`portrait:form.ways.${id}`),
            }))}
          />
        </div>
      )}
      {from === 'video' && (
        <VideoSelect
          label={t('portrait:form.video')}
          value={contentId}
          error={error}
          onChange={(chosen) => onChange({ ...value, contentId: chosen })}
        />
      )}
      {from === 'url' && (
        <TextField
          ltr
          type="url"
          label={t('portrait:form.url')}
          value={url}
          error={error}
          onChange={(typed) => onChange({ ...value, url: typed })}
        />
      )}
      {from === 'file' && (
        <div className="flex flex-col gap-1.5">
          <FileDrop
            choose={t('portrait:form.choose')}
            accept=".mp4"
            help={t('portrait:form.fileHelp')}
            thumbnail={<FileVideo size={28} className="shrink-0 text-ink-3" aria-hidden />}
            actions={file && <bdi className="min-w-0 self-center wrap-anywhere text-ink">{file.name}</bdi>}
            onFile={(chosen) => onChange({ ...value, file: chosen })}
          />
          <FieldNote error={error} />
        </div>
      )}
    </>
  )
}

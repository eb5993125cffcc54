import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { FileDrop } from '../../../ui/file-drop'
import { Segmented } from '../../../ui/segmented'
import { TextField } from '../../../ui/text-field'

/** The selected source: a file or an address. */
export interface FileOrUrl {
  readonly from: 'file' | 'url'
  readonly file: File | undefined
  readonly url: string
}

export const emptySource: FileOrUrl = { from: 'file', file: undefined, url: '' }

interface Schema {
  safeParse(value: unknown): { error?: { issues: readonly { readonly message: string }[] } }
}

/** The contract's first message about the source. */
export function faultOf(
  { from, file, url }: FileOrUrl,
  urlBody: Schema,
  fileBody: Schema,
): string | undefined {
  const found =
    from === 'url'
      ? urlBody.safeParse({ url })
      : fileBody.safeParse({ fileName: file?.name ?? '', fileSize: file?.size ?? 0 })
  return found.error?.issues[0]?.message
}

interface FileOrUrlFieldProps {
  readonly value: FileOrUrl
  readonly onChange: (value: FileOrUrl) => void
  readonly error: string | undefined
  /** The label of the button that opens the file chooser. */
  readonly choose: string
  readonly help: string
  /** File extensions for the chooser: `.mp4,.mov`. */
  readonly accept: string
  readonly thumbnail: ReactNode
}

/** Selects a file of this device or an address. */
export function FileOrUrlField(props: FileOrUrlFieldProps) {
  const { value, onChange, error, choose, help, accept, thumbnail } = props
  const t = useText()
  const { from, file, url } = value
  return (
    <>
      <div>
        <Segmented
          label={t('library:source.from')}
          value={from}
          onChange={(chosen) => onChange({ ...value, from: chosen })}
          options={(['file', 'url'] as const).map((id) => ({ id, content: t(`library:source.ways.${id}`) }))}
        />
      </div>
      {from === 'url' ? (
        <TextField
          ltr
          type="url"
          label={t('library:fromUrl.url')}
          value={url}
          error={error}
          onChange={(typed) => onChange({ ...value, url: typed })}
        />
      ) : (
        <div className="flex flex-col gap-1.5">
          <FileDrop
            choose={choose}
            accept={accept}
            help={help}
            thumbnail={thumbnail}
            actions={file && <bdi className="min-w-0 self-center wrap-anywhere text-ink">{file.name}</bdi>}
            onFile={(chosen) => onChange({ ...value, file: chosen })}
          />
          {error !== undefined && (
            <p role="alert" className="flex items-start gap-1.5 text-12 text-bad">
              <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
              {error}
            </p>
          )}
        </div>
      )}
    </>
  )
}

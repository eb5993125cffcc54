import type { Content } from '@kinora/contract'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useState } from 'react'
import { base64Of } from '../../../lib/browser/base64-of'
import { imageFileError } from '../../../lib/browser/image-file'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { FileDrop } from '../../../ui/file-drop'
import { Section } from '../../../ui/section'
import { Spinner } from '../../../ui/spinner'
import { toast } from '../../../ui/toast-store'
import { useUploadThumbnail } from './queries'

/** Uploads a thumbnail. */
export function UploadThumbnail({ content }: { readonly content: Content }) {
  const t = useText()
  const { mutateAsync, isPending } = useUploadThumbnail(content.id)
  const [error, setError] = useState<string>()
  const take = async (file: File) => {
    const fault = imageFileError(file)
    setError(fault && messageText(t, fault))
    if (fault) return
    try {
      await mutateAsync({ fileName: file.name, file: await base64Of(file) })
      toast({ text: t('library:thumbnails.uploaded', { name: file.name }), tone: 'good' })
    } catch (reason) {
      setError(reason instanceof Problem ? problemText(t, reason) : t('ui:brokenPage'))
    }
  }
  return (
    <Section title={t('library:thumbnails.upload')}>
      <div className="flex flex-col gap-2 pt-4">
        <FileDrop
          choose={t('library:thumbnails.choose')}
          accept="image/png,image/jpeg"
          help={t('library:thumbnails.uploadHelp')}
          disabled={isPending}
          onFile={(file) => void take(file)}
          thumbnail={
            <span className="grid size-11 shrink-0 place-items-center rounded-3 bg-sunk text-ink-3">
              {isPending ? <Spinner /> : <ImageSquare size={20} aria-hidden />}
            </span>
          }
        />
        {error !== undefined && (
          <p role="alert" className="flex items-start gap-1.5 text-12 text-bad">
            <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </div>
    </Section>
  )
}

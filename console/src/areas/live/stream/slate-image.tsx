import type { Livestream } from '@kinora/contract'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { base64Of } from '../../../lib/browser/base64-of'
import { imageFileError } from '../../../lib/browser/image-file'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Button } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { Section } from '../../../ui/section'
import { Spinner } from '../../../ui/spinner'
import { useRights } from '../../identity'
import { slateImageQuery, useSlateImage } from '../queries'

/** The image that viewers see while no encoder sends. */
export function SlateImage({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const { mutateAsync, isPending } = useSlateImage(stream)
  const [error, setError] = useState<string>()
  const change = async (file: File | null) => {
    const fault = file === null ? undefined : imageFileError(file)
    setError(fault && messageText(t, fault))
    if (fault) return
    try {
      await mutateAsync(file && { fileName: file.name, file: await base64Of(file) })
    } catch (reason) {
      setError(reason instanceof Problem ? problemText(t, reason) : t('ui:brokenPage'))
    }
  }
  return (
    <Section title={t('live:stream.slate.title')} about={t('live:stream.slate.about')}>
      <div className="flex flex-col gap-3 pt-3">
        {stream.slateImageId !== null && <Preview stream={stream} />}
        {rights.update && (
          <FileDrop
            choose={t('live:stream.slate.choose')}
            accept="image/png,image/jpeg"
            help={t('live:stream.slate.help')}
            disabled={isPending}
            onFile={(file) => void change(file)}
            thumbnail={
              <span className="grid size-11 shrink-0 place-items-center rounded-3 bg-sunk text-ink-3">
                {isPending ? <Spinner /> : <ImageSquare size={20} aria-hidden />}
              </span>
            }
            actions={
              stream.slateImageId !== null && (
                <Button size="small" disabled={isPending} onPress={() => void change(null)}>
                  {t('live:stream.slate.remove')}
                </Button>
              )
            }
          />
        )}
        {!rights.update && stream.slateImageId === null && (
          <p className="text-ink-2">{t('live:stream.slate.none')}</p>
        )}
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

function Preview({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const { data } = useQuery(slateImageQuery(stream))
  const url = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <div className="aspect-[16/9] max-w-90 overflow-hidden rounded-3 bg-sunk">
      {url && <img src={url} alt={t('live:stream.slate.title')} className="size-full object-contain" />}
    </div>
  )
}

import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { saveFile } from '../../../lib/browser/save-file'
import { useText } from '../../../lib/i18n'
import { qrPng, qrSvg } from '../../../lib/qr'
import { Button } from '../../../ui/button'
import { QrCode } from '../../../ui/qr-code'
import { toast } from '../../../ui/toast-store'

interface QrPartProps {
  /** The address in the QR code. */
  readonly address: string
  readonly title: string
}

/** The address as a QR code, on the screen and as files for print. */
export function QrPart({ address, title }: QrPartProps) {
  const t = useText()
  const save = (kind: 'svg' | 'png', thumbnail: Blob | Promise<Blob>) =>
    Promise.resolve(thumbnail).then(
      (blob) => saveFile(`${title}.${kind}`, blob),
      () => toast({ text: t('library:share.qrFailed'), tone: 'bad' }),
    )
  return (
    <div className="flex items-start gap-4">
      <QrCode text={address} label={t('library:share.qrOf', { title })} className="size-32 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="text-12 text-pretty text-ink-3">{t('library:share.qrAbout')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<DownloadSimple size={14} />}
            onPress={() => void save('svg', qrSvg(address))}
          >
            <span aria-hidden>SVG</span>
            <span className="sr-only">{t('library:share.qrSave', { kind: 'SVG' })}</span>
          </Button>
          <Button
            size="small"
            icon={<DownloadSimple size={14} />}
            onPress={() => void save('png', qrPng(address))}
          >
            <span aria-hidden>PNG</span>
            <span className="sr-only">{t('library:share.qrSave', { kind: 'PNG' })}</span>
          </Button>
        </div>
      </div>
    </div>
  )
}

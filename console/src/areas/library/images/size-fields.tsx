import { useText } from '../../../lib/i18n'
import { TextField } from '../../../ui/text-field'

interface Field {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

interface SizeFieldsProps {
  readonly width: Field
  readonly height: Field
}

/** Width and height in pixels; one of them is enough. */
export function SizeFields({ width, height }: SizeFieldsProps) {
  const t = useText()
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField {...width} ltr optional maxLength={5} label={t('library:thumbnails.width')} />
        <TextField {...height} ltr optional maxLength={5} label={t('library:thumbnails.height')} />
      </div>
      <p className="text-12 text-ink-3">{t('library:thumbnails.sizeHelp')}</p>
    </div>
  )
}

import { type LogoCorner, logoCorners } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { useState } from 'react'
import { base64Of } from '../../../lib/browser/base64-of'
import { imageFileError } from '../../../lib/browser/image-file'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Button } from '../../../ui/button'
import { labelLook } from '../../../ui/field-look'
import { FieldNote } from '../../../ui/field-note'
import { FileDrop } from '../../../ui/file-drop'
import { Select } from '../../../ui/select'
import { type LogoSize, logoSizes, type SocialClipDraft } from './social-clip-draft'

interface LogoChoiceProps {
  readonly draft: SocialClipDraft
  readonly onChange: (change: Partial<SocialClipDraft>) => void
}

const cornerNames = {
  'top-left': 'topLeft',
  'top-right': 'topRight',
  'bottom-left': 'bottomLeft',
  'bottom-right': 'bottomRight',
} as const

/** Selects a logo, its corner and its size. */
export function LogoChoice({ draft: { logo, corner, size }, onChange }: LogoChoiceProps) {
  const t = useText()
  const [error, setError] = useState<string>()
  const take = async (file: File) => {
    const fault = imageFileError(file)
    setError(fault && messageText(t, fault))
    if (fault) return
    try {
      onChange({ logo: { fileName: file.name, file: await base64Of(file) } })
    } catch {
      setError(messageText(t, messages.imageRequired))
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className={labelLook}>
        {t('library:social.logo')}
        <span className="text-12 font-body text-ink-3">{t('ui:optional')}</span>
      </span>
      <FileDrop
        choose={t(logo ? 'library:social.otherLogo' : 'library:social.chooseLogo')}
        accept="image/png,image/jpeg"
        help={logo?.fileName ?? t('library:social.logoHelp')}
        onFile={(file) => void take(file)}
        thumbnail={
          <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-3 bg-sunk text-ink-3">
            {logo ? (
              <img src={`data:image/png;base64,${logo.file}`} alt="" className="size-full object-contain" />
            ) : (
              <ImageSquare size={20} aria-hidden />
            )}
          </span>
        }
        actions={
          logo && (
            <Button size="small" variant="quiet" onPress={() => onChange({ logo: null })}>
              {t('library:social.removeLogo')}
            </Button>
          )
        }
      />
      {error !== undefined && (
        <div role="alert">
          <FieldNote error={error} />
        </div>
      )}
      {logo && (
        <div className="grid grid-cols-2 gap-3 pt-2">
          <Select<LogoCorner>
            label={t('library:social.corner')}
            options={logoCorners.map((id) => ({ id, label: t(`library:social.${cornerNames[id]}`) }))}
            value={corner}
            onChange={(next) => onChange({ corner: next })}
          />
          <Select<LogoSize>
            label={t('library:social.size')}
            options={logoSizes.map((id) => ({ id, label: id }))}
            value={size}
            onChange={(next) => onChange({ size: next })}
          />
        </div>
      )}
    </div>
  )
}

import { type SocialAspect, type SocialFit, socialAspects, socialFits } from '@kinora/contract/library'
import { useText } from '../../../lib/i18n'
import { ColorField } from '../../../ui/color-field'
import { labelLook } from '../../../ui/field-look'
import { Segmented } from '../../../ui/segmented'
import type { SocialClipDraft } from './social-clip-draft'

interface ShapeChoiceProps {
  readonly draft: SocialClipDraft
  readonly onChange: (change: Partial<SocialClipDraft>) => void
}

/** Selects the aspect ratio and how the frame fits into it. */
export function ShapeChoice({ draft: { aspectRatio, fit, color }, onChange }: ShapeChoiceProps) {
  const t = useText()
  const about = { crop: 'cropAbout', pad: 'padAbout', blur: 'blurAbout' } as const
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <span className={labelLook}>{t('library:social.shape')}</span>
        <Segmented<SocialAspect>
          label={t('library:social.shape')}
          value={aspectRatio}
          onChange={(next) => onChange({ aspectRatio: next })}
          options={socialAspects.map((id) => ({ id, content: <Frame shape={id} /> }))}
        />
      </div>
      <div className="flex flex-col items-start gap-1.5">
        <span className={labelLook}>{t('library:social.fit')}</span>
        <Segmented<SocialFit>
          label={t('library:social.fit')}
          value={fit}
          onChange={(next) => onChange({ fit: next })}
          options={socialFits.map((id) => ({ id, content: t(`library:social.${id}`) }))}
        />
        <p className="text-12 text-ink-3">{t(`library:social.${about[fit]}`)}</p>
      </div>
      {fit === 'pad' && (
        <ColorField
          label={t('library:social.color')}
          fallback="000000"
          value={color}
          onChange={(next) => onChange({ color: next })}
        />
      )}
    </>
  )
}

const LONG_PX = 16

/** An icon of the shape, with its name. */
function Frame({ shape }: { readonly shape: SocialAspect }) {
  const [width = 1, height = 1] = shape.split(':').map(Number)
  const scale = LONG_PX / Math.max(width, height)
  return (
    <span className="ltr inline-flex items-center gap-1.5">
      <span
        aria-hidden
        className="rounded-[2px] border-[1.5px] border-current"
        style={{ width: width * scale, height: height * scale }}
      />
      {shape}
    </span>
  )
}

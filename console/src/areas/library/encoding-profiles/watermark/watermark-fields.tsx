import type { EncodingProfile } from '@kinora/contract'
import { encodingProfileLimits, isImageFileName, watermarkCorners } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { base64Of } from '../../../../lib/browser/base64-of'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { FileDrop } from '../../../../ui/file-drop'
import { Select } from '../../../../ui/select'
import { TextField } from '../../../../ui/text-field'
import { FormGroup } from '../form-group'
import { newWatermark, type WatermarkDraft } from '../profile-draft'
import type { ProfileForm } from '../use-profile-draft'
import { useWatermarkImage } from './use-watermark-image'
import { WatermarkPreview } from './watermark-preview'

interface WatermarkFieldsProps {
  readonly form: ProfileForm
  /** The profile that the form started from. */
  readonly profile: EncodingProfile
}

/** The watermark of all videos, with a preview. */
export function WatermarkFields({ form, profile }: WatermarkFieldsProps) {
  const t = useText()
  const { watermark } = form.draft
  const image = useWatermarkImage(profile, watermark)
  const change = (given: Partial<WatermarkDraft>) => {
    if (watermark !== null) form.set({ watermark: { ...watermark, ...given } })
  }
  const take = async (file: File) => {
    const wrong = (message: string) => form.showErrors([{ path: 'watermark.file', message }])
    if (!isImageFileName(file.name)) return wrong(messages.image)
    if (file.size > encodingProfileLimits.watermarkBytes) return wrong(messages.watermarkTooLarge)
    form.set({ watermark: { ...newWatermark, ...watermark, file: await base64Of(file) } })
  }
  const error = ['file', 'margin', 'size', 'opacity'].map((name) => form.errorAt(`watermark.${name}`))
  return (
    <FormGroup
      title={t('library:profiles.watermark')}
      about={t('library:profiles.watermarkAbout')}
      error={error.find((text) => text !== undefined)}
    >
      <FileDrop
        choose={t(
          watermark === null ? 'library:profiles.chooseWatermark' : 'library:profiles.otherWatermark',
        )}
        accept="image/png,image/jpeg"
        help={t('library:profiles.watermarkHelp')}
        onFile={(file) => void take(file)}
        thumbnail={
          <span className="grid size-11 shrink-0 place-items-center rounded-3 bg-sunk text-ink-3">
            <ImageSquare size={20} aria-hidden />
          </span>
        }
        actions={
          watermark !== null && (
            <Button size="small" onPress={() => form.set({ watermark: null })}>
              {t('library:profiles.noWatermark')}
            </Button>
          )
        }
      />
      {watermark !== null && (
        <>
          {image !== undefined && <WatermarkPreview image={image} watermark={watermark} />}
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Select
              label={t('library:profiles.corner')}
              value={watermark.corner}
              onChange={(corner) => change({ corner })}
              options={watermarkCorners.map((id) => ({ id, label: t(`library:profiles.corners.${id}`) }))}
            />
            {(['size', 'margin', 'opacity'] as const).map((name) => (
              <TextField
                key={name}
                ltr
                label={t(`library:profiles.watermarkFields.${name}`)}
                value={watermark[name]}
                onChange={(value) => change({ [name]: value })}
              />
            ))}
          </div>
        </>
      )}
    </FormGroup>
  )
}

import type { EncodingProfile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../../../../lib/hooks/use-object-url'
import type { WatermarkDraft } from '../profile-draft'
import { watermarkQuery } from '../queries'

/** The start of a JPEG file in base64; all other accepted images are PNG. */
const jpegStart = '/9j/'

/** The URL of the watermark: the new image, or else the profile's current one. */
export function useWatermarkImage(
  profile: EncodingProfile,
  watermark: WatermarkDraft | null,
): string | undefined {
  const file = watermark?.file
  const { data } = useQuery({
    ...watermarkQuery(profile),
    enabled: watermark !== null && file === undefined,
  })
  const stored = useObjectUrl(data)
  if (file === undefined) return stored
  return `data:image/${file.startsWith(jpegStart) ? 'jpeg' : 'png'};base64,${file}`
}

import type { EncodingProfile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WatermarkDraft } from './profile-draft'
import { watermarkQuery } from './queries'

/** What base64 of a JPEG file begins with; all other pictures that are taken are PNG. */
const jpegStart = '/9j/'

/** Address of the picture in the form: the one that was chosen now, or else the one that the profile has. */
export function useWatermarkPicture(
  profile: EncodingProfile,
  watermark: WatermarkDraft | null,
): string | undefined {
  const file = watermark?.file
  const { data } = useQuery({
    ...watermarkQuery(profile),
    enabled: watermark !== null && file === undefined,
  })
  const [stored, setStored] = useState<string>()
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(data)
    setStored(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (file === undefined) return stored
  return `data:image/${file.startsWith(jpegStart) ? 'jpeg' : 'png'};base64,${file}`
}

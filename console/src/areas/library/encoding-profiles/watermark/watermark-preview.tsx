import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../lib/i18n'
import { useRights, useWorkspace } from '../../../identity'
import { contentsQuery } from '../../queries'
import type { WatermarkDraft } from '../profile-draft'

interface WatermarkPreviewProps {
  readonly image: string
  readonly watermark: WatermarkDraft
}

/** The shorter side of 16:9 relative to the longer one, which CSS percentages refer to. */
const shorter = 9 / 16

/** The watermark on a frame of the newest video, or on gray. Corners are not mirrored in right-to-left languages. */
export function WatermarkPreview({ image, watermark }: WatermarkPreviewProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { read } = useRights('Videos', 'Video')
  const newest = useQuery({
    ...contentsQuery(environment.id, { pageNum: 1, pageSize: 1, status: ['ready'] }),
    enabled: read,
  })
  const poster = newest.data?.items[0]?.poster
  const { corner } = watermark
  const margin = percentIn(watermark.margin)
  return (
    <div dir="ltr" className="relative aspect-[16/9] w-full overflow-hidden rounded-3 bg-stage">
      {poster && <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />}
      <img
        src={image}
        alt={t('library:profiles.preview')}
        className="absolute object-contain"
        style={{
          [corner.endsWith('left') ? 'insetInlineStart' : 'insetInlineEnd']: `${margin * shorter}%`,
          [corner.startsWith('top') ? 'insetBlockStart' : 'insetBlockEnd']: `${margin}%`,
          inlineSize: `${percentIn(watermark.size)}%`,
          maxBlockSize: `${100 - 2 * margin}%`,
          opacity: percentIn(watermark.opacity) / 100,
        }}
      />
    </div>
  )
}

function percentIn(text: string): number {
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0
}

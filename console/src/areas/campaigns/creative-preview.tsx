import type { CampaignCreative } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { none, useFormat } from '../../lib/format'
import { useText } from '../../lib/i18n'
import { Skeleton } from '../../ui/skeleton'
import { useWorkspace } from '../identity'
import { Facts } from '../library'
import { CreativeStatus } from './creative-status'
import { creativeFileQuery } from './queries'

/** Preview of a creative: its file, and the URLs of the file and the landing page. */
export function CreativePreview({ creative }: { readonly creative: CampaignCreative }) {
  const t = useText()
  const format = useFormat()
  const { mediaUrl, clickThroughUrl, skipAfterS, durationS, reason, reviewedBy, reviewedAt } = creative
  return (
    <>
      <Player creative={creative} />
      <Facts
        facts={[
          { name: t('campaigns:reviews.stateOf'), value: <CreativeStatus creative={creative} /> },
          ...(reason === null ? [] : [{ name: t('campaigns:reviews.reason'), value: <bdi>{reason}</bdi> }]),
          { name: t('campaigns:reviews.file'), value: <Address url={mediaUrl} /> },
          {
            name: t('campaigns:reviews.page'),
            value: clickThroughUrl === null ? none : <Address url={clickThroughUrl} />,
          },
          {
            name: t('campaigns:reviews.skip'),
            value: skipAfterS === null ? t('campaigns:reviews.notSkippable') : format.duration(skipAfterS),
          },
          {
            name: t('campaigns:reviews.length'),
            value: durationS === null ? t('campaigns:reviews.unprepared') : format.duration(durationS),
          },
          ...(reviewedBy === null || reviewedAt === null
            ? []
            : [
                {
                  name: t('campaigns:reviews.reviewed'),
                  value: t('campaigns:reviews.by', { when: format.exactTime(reviewedAt), name: reviewedBy }),
                },
              ]),
        ]}
      />
    </>
  )
}

function Player({ creative }: { readonly creative: CampaignCreative }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data, isError } = useQuery(creativeFileQuery(environment.id, creative))
  const url = useMemo(() => (data ? URL.createObjectURL(data) : undefined), [data])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const [fails, setFails] = useState(false)
  if (fails || isError)
    return <p className="rounded-2 bg-sunk p-4 text-ink-2">{t('campaigns:reviews.unplayable')}</p>
  if (url === undefined) return <Skeleton className="aspect-[16/9] w-full" />
  return (
    <video
      controls
      playsInline
      src={url}
      aria-label={t('campaigns:reviews.preview', { name: creative.name })}
      onError={() => setFails(true)}
      className="aspect-[16/9] w-full rounded-2 bg-ink"
    >
      <track kind="captions" />
    </video>
  )
}

/** Link to a site of the advertiser, without a referrer. */
function Address({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className="ltr underline wrap-anywhere">
      {url}
    </a>
  )
}

import type { Content, PlaybackId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { Skeleton } from '../../../../ui/skeleton'
import { useHere } from '../../../identity'
import { playbackIdsQuery } from '../../queries-playback-ids'
import { useRightsOn } from '../../rights'
import { sectionHeadLook, sectionTitleLook } from '../video/video-overview-look'
import { PlaybackIdRow } from './playback-id-row'

const EditPlaybackId = lazy(async () => ({ default: (await import('./edit-playback-id')).EditPlaybackId }))
const DeletePlaybackId = lazy(async () => ({
  default: (await import('./delete-playback-id')).DeletePlaybackId,
}))

export type PlaybackIdDeed = 'share' | 'edit' | 'delete'

interface PlaybackIdsProps {
  readonly content: Content
  readonly onShare: (playbackId: string) => void
}

/** The ids that the video is played by: each for whom, where and when. */
export function PlaybackIds({ content, onShare }: PlaybackIdsProps) {
  const t = useText()
  const { environment } = useHere()
  const rights = useRightsOn(content)
  const [open, setOpen] = useState<{ deed: 'edit' | 'delete'; playbackId?: PlaybackId }>()
  const { data, error, refetch } = useQuery(playbackIdsQuery(environment.id, content.id))
  const close = () => setOpen(undefined)
  const begin = (playbackId: PlaybackId, deed: PlaybackIdDeed) =>
    deed === 'share' ? onShare(playbackId.id) : setOpen({ deed, playbackId })
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('library:playbackIds.title')}</h2>
        {rights.update && data && (
          <Button variant="link" size="small" onPress={() => setOpen({ deed: 'edit' })} className="-me-2.5">
            {t('library:playbackIds.add')}
          </Button>
        )}
      </header>
      {data ? (
        <ul>
          {data.items.map((each) => (
            <PlaybackIdRow
              key={each.id}
              content={content}
              playbackId={each}
              onDeed={(deed) => begin(each, deed)}
            />
          ))}
        </ul>
      ) : error ? (
        <p role="alert" className="flex items-center justify-between gap-3 pt-3 text-ink-3">
          {t('library:playbackIds.failed')}
          <Button size="small" onPress={() => void refetch()}>
            {t('library:actions.retry')}
          </Button>
        </p>
      ) : (
        <Skeleton className="mt-3 h-12" />
      )}
      <Suspense>
        {open?.deed === 'edit' && (
          <EditPlaybackId
            content={content}
            {...(open.playbackId && { playbackId: open.playbackId })}
            onClose={close}
          />
        )}
        {open?.deed === 'delete' && open.playbackId && (
          <DeletePlaybackId content={content} playbackId={open.playbackId} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}

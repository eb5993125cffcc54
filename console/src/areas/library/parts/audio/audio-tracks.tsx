import type { AudioTrack, Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { Skeleton } from '../../../../ui/skeleton'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useHere } from '../../../identity'
import { audioTracksQuery, useRetryAudioTrack, useUpdateAudioTrack } from '../../queries-audio'
import { useRightsOn } from '../../rights'
import { sectionHeadLook, sectionTitleLook } from '../video/video-overview-look'
import { AudioTrackRow } from './audio-track-row'

const AddAudioTrack = lazy(async () => ({ default: (await import('./add-audio-track')).AddAudioTrack }))
const EditAudioTrack = lazy(async () => ({ default: (await import('./edit-audio-track')).EditAudioTrack }))
const DeleteAudioTrack = lazy(async () => ({
  default: (await import('./delete-audio-track')).DeleteAudioTrack,
}))

export type AudioTrackDeed = 'edit' | 'default' | 'retry' | 'delete'

/** What viewers can hear: the tracks of the video's own file, and those that were added. */
export function AudioTracks({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment } = useHere()
  const rights = useRightsOn(content)
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ deed: 'edit' | 'delete'; track: AudioTrack }>()
  const { data, error, refetch } = useQuery(audioTracksQuery(environment.id, content.id))
  const update = useUpdateAudioTrack(content.id)
  const retry = useRetryAudioTrack(content.id)
  const onError = useProblemToast(t('library:problems.save'))
  const onRetryError = useProblemToast(t('library:problems.retry'))
  const close = () => setOpen(undefined)
  const begin = (track: AudioTrack, deed: AudioTrackDeed) => {
    if (deed === 'default') update.mutate({ trackId: track.id, isDefault: true }, { onError })
    else if (deed === 'retry') retry.mutate(track.id, { onError: onRetryError })
    else setOpen({ deed, track })
  }
  const mayAdd = rights.create && content.trashedAt === null && content.status === 'ready'
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('library:audio.title')}</h2>
        {mayAdd && data && (
          <Button variant="link" size="small" onPress={() => setAdding(true)} className="-me-2.5">
            {t('library:audio.add')}
          </Button>
        )}
      </header>
      {data ? (
        data.items.length === 0 ? (
          <p className="pt-3 text-ink-3">{t('library:audio.none')}</p>
        ) : (
          <ul>
            {data.items.map((each) => (
              <AudioTrackRow
                key={each.id}
                content={content}
                track={each}
                onDeed={(deed) => begin(each, deed)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <p role="alert" className="flex items-center justify-between gap-3 pt-3 text-ink-3">
          {t('library:audio.failed')}
          <Button size="small" onPress={() => void refetch()}>
            {t('library:actions.retry')}
          </Button>
        </p>
      ) : (
        <Skeleton className="mt-3 h-12" />
      )}
      <Suspense>
        {adding && <AddAudioTrack content={content} onClose={() => setAdding(false)} />}
        {open?.deed === 'edit' && <EditAudioTrack content={content} track={open.track} onClose={close} />}
        {open?.deed === 'delete' && <DeleteAudioTrack content={content} track={open.track} onClose={close} />}
      </Suspense>
    </section>
  )
}

import type { AudioTrack, Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { SideList } from '../parts/side-list'
import { rightsOn } from '../rights'
import { type AudioTrackAction, AudioTrackRow } from './audio-track-row'
import { audioTracksQuery, useRetryAudioTrack, useUpdateAudioTrack } from './queries'

const AddAudioTrack = lazy(async () => ({ default: (await import('./add-audio-track')).AddAudioTrack }))
const EditAudioTrack = lazy(async () => ({ default: (await import('./edit-audio-track')).EditAudioTrack }))
const DeleteAudioTrack = lazy(async () => ({
  default: (await import('./delete-audio-track')).DeleteAudioTrack,
}))

/** The tracks of the video's own file, and added tracks. */
export function AudioTracks({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ action: 'edit' | 'delete'; track: AudioTrack }>()
  const list = useQuery(audioTracksQuery(environment.id, content.id))
  const update = useUpdateAudioTrack(content.id)
  const retry = useRetryAudioTrack(content.id)
  const onError = useProblemToast(t('library:failures.save'))
  const onRetryError = useProblemToast(t('library:failures.retry'))
  const close = () => setOpen(undefined)
  const begin = (track: AudioTrack, action: AudioTrackAction) => {
    if (action === 'default') update.mutate({ trackId: track.id, isDefault: true }, { onError })
    else if (action === 'retry') retry.mutate(track.id, { onError: onRetryError })
    else setOpen({ action, track })
  }
  const mayAdd = rights.create && content.trashedAt === null && content.status === 'ready'
  return (
    <SideList
      title={t('library:audio.title')}
      list={list}
      failed={t('library:audio.failed')}
      none={t('library:audio.none')}
      rowOf={(each) => (
        <AudioTrackRow
          key={each.id}
          content={content}
          track={each}
          onTrackAction={(action) => begin(each, action)}
        />
      )}
      add={t('library:audio.add')}
      onAdd={mayAdd ? () => setAdding(true) : undefined}
    >
      <Suspense>
        {adding && <AddAudioTrack content={content} onClose={() => setAdding(false)} />}
        {open?.action === 'edit' && <EditAudioTrack content={content} track={open.track} onClose={close} />}
        {open?.action === 'delete' && (
          <DeleteAudioTrack content={content} track={open.track} onClose={close} />
        )}
      </Suspense>
    </SideList>
  )
}

import type { Content, PlaybackId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { useRights, useWorkspace } from '../../identity'
import { SideList } from '../parts/side-list'
import { rightsOn } from '../rights'
import { type PlaybackIdAction, PlaybackIdRow } from './playback-id-row'
import { playbackIdsQuery } from './queries'

const EditPlaybackId = lazy(async () => ({ default: (await import('./edit-playback-id')).EditPlaybackId }))
const DeletePlaybackId = lazy(async () => ({
  default: (await import('./delete-playback-id')).DeletePlaybackId,
}))

interface PlaybackIdsProps {
  readonly content: Content
  readonly onShare: (playbackId: string) => void
}

/** The playback ids of a video with their policies and restrictions. */
export function PlaybackIds({ content, onShare }: PlaybackIdsProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const [open, setOpen] = useState<{ action: 'edit' | 'delete'; playbackId?: PlaybackId }>()
  const list = useQuery(playbackIdsQuery(environment.id, content.id))
  const close = () => setOpen(undefined)
  const begin = (playbackId: PlaybackId, action: PlaybackIdAction) =>
    action === 'share' ? onShare(playbackId.id) : setOpen({ action, playbackId })
  return (
    <SideList
      title={t('library:playbackIds.title')}
      list={list}
      failed={t('library:playbackIds.failed')}
      rowOf={(each) => (
        <PlaybackIdRow
          key={each.id}
          content={content}
          playbackId={each}
          onIdAction={(action) => begin(each, action)}
        />
      )}
      add={t('library:playbackIds.add')}
      onAdd={rights.update ? () => setOpen({ action: 'edit' }) : undefined}
    >
      <Suspense>
        {open?.action === 'edit' && (
          <EditPlaybackId
            content={content}
            {...(open.playbackId && { playbackId: open.playbackId })}
            onClose={close}
          />
        )}
        {open?.action === 'delete' && open.playbackId && (
          <DeletePlaybackId content={content} playbackId={open.playbackId} onClose={close} />
        )}
      </Suspense>
    </SideList>
  )
}

import type { Content, PlaybackId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { PolicyMark } from '../parts/policy-mark'
import { playbackIdName } from '../playback/playback-id'
import { playbackIdsQuery } from '../playback/queries'
import { ShareBody } from './share-body'

interface ShareDialogProps {
  readonly content: Content
  /** The playback id that is selected first. */
  readonly playbackId: string
  readonly onClose: () => void
}

/** Shares a video as a link, an embed code or a QR code. */
export function ShareDialog({ content, playbackId, onClose }: ShareDialogProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const [chosenId, setChosenId] = useState(playbackId)
  const { data, error, isFetching, refetch } = useQuery(playbackIdsQuery(environment.id, content.id))
  const chosen = data?.items.find(({ id }) => id === chosenId) ?? data?.items[0]
  return (
    <Dialog
      title={t('library:share.title', { title: isolate(content.title) })}
      widest
      isOpen
      onOpenChange={onClose}
    >
      {data && chosen ? (
        <div className="flex flex-col gap-5 pt-2">
          {data.items.length > 1 && (
            <Select
              label={t('library:share.playbackId')}
              options={data.items.map((each) => optionOf(each, playbackIdName(t, each)))}
              value={chosen.id}
              onChange={setChosenId}
            />
          )}
          <ShareBody content={content} playbackId={chosen} />
        </div>
      ) : error ? (
        <ErrorState
          title={t('library:playbackIds.failed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="mt-2 h-80" />
      )}
    </Dialog>
  )
}

function optionOf({ id, policy }: PlaybackId, label: string) {
  return { id, label, icon: <PolicyMark policy={policy} /> }
}

import type { Livestream } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton'
import { useRights } from '../../identity'
import { ClipList, columnsLook } from '../../library'
import { useStreamEvents } from '../use-stream-events'
import { LiveClipForm, useLiveClipForm } from './clip-form'
import { ClipTimeline } from './clip-timeline'
import { liveClipsQuery } from './queries'

const route = getRouteApi('/$environmentId/live-stream_/$streamId_/clips')

/** The clips of all recordings of a stream, and a form for a new one. */
export function LiveClipsTab({ stream }: { readonly stream: Livestream }) {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const rights = useRights('Livestreams', 'Livestream')
  const list = useQuery(liveClipsQuery(stream.environmentId, stream.id, page))
  const form = useLiveClipForm()
  useStreamEvents(stream.environmentId, 'asset')
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col gap-8">
        {rights.update && <ClipTimeline stream={stream} form={form} />}
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <ClipList
            list={list}
            page={page}
            onPage={(next) => void navigate({ search: { page: next } })}
            mayCut={false}
          />
        </Suspense>
      </div>
      {rights.update && <LiveClipForm stream={stream} form={form} />}
    </div>
  )
}

import type { Livestream } from '@kinora/contract'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy'
import { columnsLook } from '../../library'
import { Access } from './access'
import { Details } from './details'
import { Ingest } from './ingest'
import { Links } from './links'
import { Stage } from './stage'

const GoLive = lazy(async () => ({ default: (await import('../browser/go-live')).GoLive }))

/** Overview of a stream: player and encoder, settings and URLs. */
export function Overview({ stream }: { readonly stream: Livestream }) {
  const [goingLive, setGoingLive] = useState(false)
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col gap-6">
        <Stage stream={stream} onGoLive={() => setGoingLive(true)} />
        <Ingest stream={stream} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Details stream={stream} />
        <Access stream={stream} />
        <Links stream={stream} />
      </div>
      <Suspense>{goingLive && <GoLive stream={stream} onClose={() => setGoingLive(false)} />}</Suspense>
    </div>
  )
}

import type { Livestream } from '@kinora/contract'
import { columnsLook } from '../../library'
import { Access } from './access'
import { Details } from './details'
import { Ingest } from './ingest'
import { Links } from './links'
import { Stage } from './stage'

/** Picture and encoder on one side, settings and addresses on the other. */
export function Overview({ stream }: { readonly stream: Livestream }) {
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col gap-6">
        <Stage stream={stream} />
        <Ingest stream={stream} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Details stream={stream} />
        <Access stream={stream} />
        <Links stream={stream} />
      </div>
    </div>
  )
}

import type { Livestream } from '@kinora/contract'
import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { Skeleton } from '../../../ui/skeleton'
import { OnAir } from './on-air'
import { StreamImage } from './stream-image'
import { StreamMenu } from './stream-menu'
import { StreamStatus } from './stream-status'

/** The list on a phone: name, group, status. `items` is undefined while the first page is loading. */
export function PhoneList({ items }: { readonly items: readonly Livestream[] | undefined }) {
  const t = useText()
  if (!items) {
    return (
      <div aria-busy className="flex flex-col gap-3 pt-2">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-14 w-full" />
        ))}
      </div>
    )
  }
  return (
    <ul aria-label={t('live:streams.title')} className="-mx-4 border-t border-rule">
      {items.map((stream) => (
        <PhoneRow key={stream.id} stream={stream} />
      ))}
    </ul>
  )
}

function PhoneRow({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const { id, environmentId, name, group, activeSince } = stream
  return (
    <li className="relative flex items-start gap-3 border-b border-rule py-2.5 ps-4 pe-1">
      <StreamImage stream={stream} />
      <div className="min-w-0 flex-1">
        <Link
          to="/$environmentId/live-stream/$streamId"
          params={{ environmentId, streamId: id }}
          className="line-clamp-2 text-14 font-mid text-ink after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
        {group !== null && (
          <p className="cut text-12 text-ink-3">
            <bdi>{group}</bdi>
          </p>
        )}
        <div className="mt-1 flex items-center gap-3">
          <StreamStatus stream={stream} />
          {activeSince !== null && <OnAir since={activeSince} />}
        </div>
      </div>
      <StreamMenu
        stream={stream}
        trigger={
          <IconButton label={t('live:streams.actions.of', { name })} className="relative size-11">
            <DotsThreeVertical size={20} weight="bold" />
          </IconButton>
        }
      />
    </li>
  )
}

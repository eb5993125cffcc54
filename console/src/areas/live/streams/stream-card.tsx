import type { Livestream } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { PhoneMenuButton } from '../../../ui/phone-menu-button'
import { OnAir } from './on-air'
import { StreamImage } from './stream-image'
import { StreamMenu } from './stream-menu'
import { StreamStatus } from './stream-status'

/** A live stream in the list on a phone: image, name, group, status. */
export function StreamCard({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const { id, environmentId, name, group, activeSince } = stream
  return (
    <>
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
        trigger={<PhoneMenuButton label={t('live:streams.actions.of', { name })} />}
      />
    </>
  )
}

import type { LiveRecording } from '@kinora/contract'
import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { Skeleton } from '../../../ui/skeleton'
import { RecordingImage } from './recording-image'
import { RecordingMenu } from './recording-menu'
import { AvailableUntil, RecordingStatus } from './recording-status'

/** The list on a phone. `items` is undefined while the first page is loading. */
export function PhoneList({ items }: { readonly items: readonly LiveRecording[] | undefined }) {
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
    <ul aria-label={t('live:recordings.title')} className="-mx-4 border-t border-rule">
      {items.map((recording) => (
        <PhoneRow key={recording.id} recording={recording} />
      ))}
    </ul>
  )
}

function PhoneRow({ recording }: { readonly recording: LiveRecording }) {
  const t = useText()
  const format = useFormat()
  const { id, environmentId, title, duration } = recording
  return (
    <li className="relative flex items-start gap-3 border-b border-rule py-2.5 ps-4 pe-1">
      <RecordingImage recording={recording} />
      <div className="min-w-0 flex-1">
        <Link
          to="/$environmentId/videos/$contentId"
          params={{ environmentId, contentId: id }}
          className="line-clamp-2 text-14 font-mid text-ink after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-x-3">
          <RecordingStatus recording={recording} />
          {duration !== null && <span className="ltr tabular">{format.duration(duration)}</span>}
        </div>
        <p className="mt-0.5 text-12 text-ink-2">
          <AvailableUntil recording={recording} />
        </p>
      </div>
      <RecordingMenu
        recording={recording}
        trigger={
          <IconButton label={t('live:streams.actions.of', { name: title })} className="relative size-11">
            <DotsThreeVertical size={20} weight="bold" />
          </IconButton>
        }
      />
    </li>
  )
}

import type { LiveRecording } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { PhoneMenuButton } from '../../../ui/phone-menu-button'
import { RecordingImage } from './recording-image'
import { RecordingMenu } from './recording-menu'
import { AvailableUntil, RecordingStatus } from './recording-status'

/** A recording in the list on a phone. */
export function RecordingCard({ recording }: { readonly recording: LiveRecording }) {
  const t = useText()
  const format = useFormat()
  const { id, environmentId, title, duration } = recording
  return (
    <>
      <RecordingImage recording={recording} />
      <div className="min-w-0 flex-1">
        <Link
          to="/$environmentId/live-recording/$contentId"
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
        trigger={<PhoneMenuButton label={t('live:streams.actions.of', { name: title })} />}
      />
    </>
  )
}

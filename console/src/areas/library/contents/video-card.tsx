import type { Content } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { PhoneMenuButton } from '../../../ui/phone-menu-button'
import { useRights } from '../../identity'
import { TestMark } from '../parts/test-mark'
import { Thumb } from '../tiles/thumb'
import { VideoMenu } from './video-menu'
import { VideoStatus } from './video-status'

interface VideoCardProps {
  readonly content: Content
  readonly onDelete: () => void
}

/** A video in the list on a phone: thumbnail, title of up to two lines, status. */
export function VideoCard({ content, onDelete }: VideoCardProps) {
  const t = useText()
  const rights = useRights('Videos', 'Video')
  const { id, environmentId, title } = content
  return (
    <>
      <Thumb large content={content} />
      <div className="min-w-0 flex-1">
        <Link
          to="/$environmentId/videos/$contentId"
          params={{ environmentId, contentId: id }}
          className="line-clamp-2 text-14 font-mid text-ink after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <div className="relative flex w-fit min-w-40 items-center gap-3">
          <VideoStatus content={content} mayRetry={rights.update} />
          <TestMark content={content} />
        </div>
      </div>
      <VideoMenu
        isFilable
        content={content}
        onDelete={onDelete}
        trigger={<PhoneMenuButton label={t('library:actions.of', { title })} />}
      />
    </>
  )
}

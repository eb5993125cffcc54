import type { Content } from '@kinora/contract'
import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { useRights } from '../../identity'
import { Thumb } from '../images/thumb'
import { TestMark } from '../uploads/test-mark'
import { PhoneSkeleton } from './phone-skeleton'
import { VideoMenu } from './video-menu'
import { VideoStatus } from './video-status'

interface PhoneListProps {
  /** Undefined while the first page is loading. */
  readonly items: readonly Content[] | undefined
  readonly onDelete: (content: Content) => void
}

/** The list on a phone: thumbnail, title of up to two lines, status. */
export function PhoneList({ items, onDelete }: PhoneListProps) {
  const t = useText()
  if (!items) return <PhoneSkeleton />
  return (
    <ul aria-label={t('library:videos.title')} className="-mx-4 border-t border-rule">
      {items.map((content) => (
        <PhoneRow key={content.id} content={content} onDelete={() => onDelete(content)} />
      ))}
    </ul>
  )
}

function PhoneRow({ content, onDelete }: { readonly content: Content; readonly onDelete: () => void }) {
  const t = useText()
  const rights = useRights('Videos', 'Video')
  const { id, environmentId, title } = content
  return (
    <li className="relative flex items-start gap-3 border-b border-rule py-2.5 ps-4 pe-1">
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
        trigger={
          <IconButton label={t('library:actions.of', { title })} className="relative size-11">
            <DotsThreeVertical size={20} weight="bold" />
          </IconButton>
        }
      />
    </li>
  )
}

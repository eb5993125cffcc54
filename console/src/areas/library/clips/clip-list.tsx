import type { Content } from '@kinora/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Paged } from '../../../ui/paged'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { statusOf, statusText } from '../parts/status'
import { Thumb } from '../tiles/thumb'
import { clipsPerPage } from './queries'

interface ClipListProps {
  readonly list: UseQueryResult<{ readonly items: readonly Content[]; readonly totalItems: number }>
  readonly page: number
  readonly onPage: (page: number) => void
  readonly mayCut: boolean
}

/** The clips of a video, newest first. */
export function ClipList({ list, page, onPage, mayCut }: ClipListProps) {
  const t = useText()
  return (
    <Section title={t('library:clips.title')}>
      <Paged
        list={list}
        page={page}
        onPage={onPage}
        pageSize={clipsPerPage}
        failed={t('library:clips.failed')}
        safe=""
        empty={
          <p className="pt-3 text-pretty text-ink-2">
            {t(mayCut ? 'library:clips.none' : 'library:clips.noneYet')}
          </p>
        }
      >
        {list.data ? (
          <ul className="divide-y divide-rule" aria-busy={list.isPlaceholderData}>
            {list.data.items.map((clip) => (
              <ClipRow key={clip.id} clip={clip} />
            ))}
          </ul>
        ) : (
          <div className="flex flex-col gap-3 pt-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        )}
      </Paged>
    </Section>
  )
}

function ClipRow({ clip }: { readonly clip: Content }) {
  const t = useText()
  const format = useFormat()
  const status = statusOf(t, clip)
  const text = statusText(status)
  const { clipOf } = clip
  const isOver = clip.status === 'ready' && clip.stage === null
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Thumb content={clip} />
      <span className="min-w-0 flex-1">
        <Link
          to="/$environmentId/videos/$contentId"
          params={{ environmentId: clip.environmentId, contentId: clip.id }}
          dir="auto"
          className="own-way cut block font-mid hover:underline"
        >
          <bdi>{clip.title}</bdi>
        </Link>
        {clipOf && (
          <span className="tabular block text-12 text-ink-3">
            {clip.category === 'SocialClip' && `${t('library:social.kind')} · `}
            {t('library:clips.fromTo', {
              from: format.duration(clipOf.startTime),
              to: format.duration(clipOf.endTime),
            })}
          </span>
        )}
      </span>
      {!isOver && (
        <StatusMark tone={status.tone}>
          {status.progress === undefined ? text : `${text} ${format.percent(status.progress)}`}
        </StatusMark>
      )}
    </li>
  )
}

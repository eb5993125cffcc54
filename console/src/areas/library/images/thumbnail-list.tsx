import type { Content, Thumbnail } from '@kinora/contract'
import { Images } from '@phosphor-icons/react/dist/csr/Images'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { ErrorState } from '../../../ui/error-state'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'
import { rightsOn } from '../rights'
import { thumbnailsQuery } from './queries'
import { ThumbnailCard } from './thumbnail-card'

const DeleteThumbnail = lazy(async () => ({ default: (await import('./delete-thumbnail')).DeleteThumbnail }))

interface ThumbnailListProps {
  readonly content: Content
  /** Whether frames can be saved from the video. */
  readonly hasFrames: boolean
  readonly onSeek: (seconds: number) => void
}

const gridLook =
  'grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-x-4 gap-y-5 pt-4 sm:grid-cols-[repeat(auto-fill,minmax(200px,1fr))]'

/** All thumbnails, newest first. */
export function ThumbnailList({ content, hasFrames, onSeek }: ThumbnailListProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { data, error, isFetching, refetch } = useQuery(thumbnailsQuery(environment.id, content.id))
  const [deleting, setDeleting] = useState<Thumbnail>()
  return (
    <Section title={t('library:thumbnails.title')}>
      {data ? (
        data.items.length === 0 ? (
          <div className="pt-5">
            <State icon={<Images size={20} />} title={t('library:thumbnails.none')}>
              {t(noneText(rights.create, hasFrames))}
            </State>
          </div>
        ) : (
          <ul className={gridLook}>
            {data.items.map((thumbnail) => (
              <ThumbnailCard
                key={thumbnail.id}
                content={content}
                thumbnail={thumbnail}
                onSeek={onSeek}
                onDelete={() => setDeleting(thumbnail)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <div className="pt-5">
          <ErrorState
            title={t('library:thumbnails.failed')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className={gridLook}>
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} className="aspect-[16/9] w-full" />
          ))}
        </div>
      )}
      <Suspense>
        {deleting && (
          <DeleteThumbnail content={content} thumbnail={deleting} onClose={() => setDeleting(undefined)} />
        )}
      </Suspense>
    </Section>
  )
}

function noneText(mayAdd: boolean, hasFrames: boolean) {
  if (!mayAdd) return 'library:thumbnails.noneRole'
  return hasFrames ? 'library:thumbnails.noneAbout' : 'library:thumbnails.noneUploaded'
}

import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'
import { contentQuery } from '../queries'

/** Links a clip to its video and its start time. */
export function ClipOrigin({ clipOf }: { readonly clipOf: NonNullable<Content['clipOf']> }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { contentId, startTime, endTime } = clipOf
  const { data, isError } = useQuery(contentQuery(environment.id, contentId))
  const params = { environmentId: environment.id, contentId }
  return (
    <>
      {data ? (
        <Link
          to="/$environmentId/videos/$contentId/clips"
          params={params}
          className="text-act-text hover:underline"
        >
          <bdi>{data.title}</bdi>
        </Link>
      ) : (
        isError && <span className="text-ink-2">{t('library:clips.originGone')}</span>
      )}
      <span className="tabular block text-12 text-ink-3">
        {t('library:clips.fromTo', { from: format.duration(startTime), to: format.duration(endTime) })}
      </span>
    </>
  )
}

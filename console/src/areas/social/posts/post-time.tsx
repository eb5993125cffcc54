import type { SocialPost } from '@kinora/contract'
import { none } from '../../../lib/format'
import { useLanguage } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Moment } from '../../../ui/moment'

/** When a post was or will be published. A planned time is shown in the zone in which it was chosen. */
export function PostTime({ post }: { readonly post: SocialPost }) {
  const { tag } = languages[useLanguage()]
  const { publishedAt, publishAt, zone, createdAt, state } = post
  if (publishedAt !== null) return <Moment time={publishedAt} />
  if (publishAt === null) return state === 'draft' ? none : <Moment time={createdAt} />
  const text = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(publishAt))
  return (
    <time dateTime={publishAt} title={zone} className="tabular text-ink-2">
      {text}
    </time>
  )
}

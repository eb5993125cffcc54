import type { Annotation } from '@kinora/contract'
import { annotationLimits } from '@kinora/contract/analytics/values'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { keyOf } from './groups'
import { KindIcon } from './kind-icon'

interface MarkListProps {
  /** Newest first. */
  readonly items: readonly Annotation[]
  /** Whether there are older annotations. */
  readonly more: boolean
}

/** A scrollable element is focusable, so that keys can scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

/** The list of annotations, with links to their videos and live streams. */
export function MarkList({ items, more }: MarkListProps) {
  const t = useText()
  const format = useFormat()
  const lengthOf = (from: string, to: string) => format.duration((Date.parse(to) - Date.parse(from)) / 1000)
  return (
    <>
      <div {...scrollPart} className="max-h-72 overflow-y-auto">
        <ul className="flex flex-col gap-2.5 text-13">
          {items.map((item) => (
            <li key={keyOf(item)} className="flex gap-2.5">
              <span className="pt-0.5">
                <KindIcon kind={item.kind} />
              </span>
              <span className="min-w-0">
                <span className="block wrap-anywhere">
                  <Name item={item} />
                </span>
                <span className="block text-12 text-ink-3">
                  {t(`analytics:marks.reasons.${item.reason}`)}
                  {' · '}
                  <time dateTime={item.at}>{format.timeOfDay(item.at)}</time>
                  {item.until !== null &&
                    ` · ${t('analytics:marks.lasted', { time: lengthOf(item.at, item.until) })}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {more && (
        <p className="pt-2 text-12 text-ink-3">
          {t('analytics:marks.more', { most: format.number(annotationLimits.listed) })}
        </p>
      )}
    </>
  )
}

/** Links the name if the user may open the video or live stream. */
function Name({ item: { category, contentId, name } }: { readonly item: Annotation }) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const environmentId = environment.id
  if (name === null) return t('analytics:deleted')
  if (category === 'live' && can(['Livestreams', 'Livestream', 'read']))
    return (
      <TextLink to="/$environmentId/live-stream/$streamId" params={{ environmentId, streamId: contentId }}>
        <bdi>{name}</bdi>
      </TextLink>
    )
  if (category === 'video' && can(['Videos', 'Video', 'read']))
    return (
      <TextLink to="/$environmentId/videos/$contentId" params={{ environmentId, contentId }}>
        <bdi>{name}</bdi>
      </TextLink>
    )
  return <bdi>{name}</bdi>
}

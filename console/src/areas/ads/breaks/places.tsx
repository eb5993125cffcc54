import type { AdPlaces, Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Spinner } from '../../../ui/spinner'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { placesQuery, useFindPlaces, useSaveBreak } from '../queries'

interface PlacesProps {
  readonly content: Content
  /** Times of existing breaks, in seconds. */
  readonly taken: ReadonlySet<number>
  readonly onPlay: (seconds: number) => void
}

/** Chapters and scenes of a video, with a button to add a break at each. */
export function Places({ content, taken, onPlay }: PlacesProps) {
  const t = useText()
  const { environmentId, id } = content
  const places = useQuery(placesQuery(environmentId, id))
  const find = useFindPlaces(environmentId, id)
  const onError = useProblemToast(t('ads:breaks.places.notStarted'))
  if (places.isError && !places.data)
    return <ListFault title={t('ads:breaks.places.failed')} safe={t('ui:safe')} list={places} />
  const { state = 'none', items = [] } = places.data ?? {}
  const isFinding = state === 'finding' || find.isPending
  return (
    <Section title={t('ads:breaks.places.title')} about={t('ads:breaks.places.about')}>
      <div className="flex flex-wrap items-center gap-3 py-3">
        <Button busy={isFinding} onPress={() => find.mutate(undefined, { onError })}>
          {t(state === 'none' ? 'ads:breaks.places.find' : 'ads:breaks.places.again')}
        </Button>
        <span role="status" className="flex items-center gap-2 text-ink-3">
          {isFinding && <Spinner />}
          {isFinding
            ? t('ads:breaks.places.finding')
            : state === 'failed'
              ? t('ads:breaks.places.unreadable')
              : state === 'ready' && items.length === 0 && t('ads:breaks.places.none')}
        </span>
      </div>
      {items.length > 0 && (
        <ol className="max-h-80 overflow-y-auto">
          {items.map((place) => (
            <PlaceRow
              key={`${place.kind} ${place.at}`}
              content={content}
              place={place}
              taken={taken}
              onPlay={onPlay}
            />
          ))}
        </ol>
      )}
    </Section>
  )
}

interface PlaceRowProps extends PlacesProps {
  readonly place: AdPlaces['items'][number]
}

function PlaceRow({ content, place: { at, kind, title }, taken, onPlay }: PlaceRowProps) {
  const t = useText()
  const save = useSaveBreak(content.environmentId, content.id, null)
  const onError = useProblemToast(t('ads:breaks.places.notAdded'))
  const time = timecodeOf(at)
  const add = () =>
    save.mutate(
      { at },
      { onError, onSuccess: () => toast({ text: t('ads:breaks.done.create'), tone: 'good' }) },
    )
  return (
    <li className="flex min-h-10 items-center gap-2 border-b border-rule">
      <button
        type="button"
        aria-label={t('ads:breaks.playFrom', { time })}
        onClick={() => onPlay(at)}
        className="tabular font-mono text-13 text-ink hover:underline"
      >
        {time}
      </button>
      <span className="cut min-w-0 flex-1 text-ink-3">
        {t(`ads:breaks.places.kinds.${kind}`)}
        {title !== null && (
          <>
            {' · '}
            <bdi>{title}</bdi>
          </>
        )}
      </span>
      {taken.has(at) ? (
        <span className="text-ink-3">{t('ads:breaks.places.taken')}</span>
      ) : (
        <IconButton
          size="small"
          label={t('ads:breaks.places.add', { time })}
          disabled={save.isPending}
          onPress={add}
        >
          <Plus size={16} />
        </IconButton>
      )}
    </li>
  )
}

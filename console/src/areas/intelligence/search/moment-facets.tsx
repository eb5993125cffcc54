import { searchPlaces } from '@kinora/contract/intelligence/values'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { type MomentSearch, spanDays, spans } from './address'
import type { FoundMoments } from './queries'

interface MomentFacetsProps {
  readonly search: MomentSearch
  readonly found: Pick<FoundMoments, 'counts' | 'facets'>
  readonly onChange: (next: Partial<MomentSearch>) => void
}

/** The rail beside the found moments: filters with the number of moments that each leaves. */
export function MomentFacets({ search, found: { counts, facets }, onChange }: MomentFacetsProps) {
  const t = useText()
  const isSearched = (id: (typeof searchPlaces)[number]) =>
    search.places.length === 0 || search.places.includes(id)
  const choosePlaces = (id: (typeof searchPlaces)[number], isChosen: boolean) => {
    const chosen = searchPlaces.filter((each) => (each === id ? isChosen : isSearched(each)))
    // None at all would mean all.
    if (chosen.length > 0) onChange({ places: chosen.length === searchPlaces.length ? [] : chosen })
  }
  // Another person or folder would take the place of the chosen one, and leave another number.
  const people = facets.people.filter(({ id }) => search.person === undefined || search.person === id)
  const folders = facets.folders.filter(({ id }) => search.folder === undefined || search.folder === id)
  // Videos that were added before the chosen time are not among the moments.
  const days = search.span === undefined ? Number.POSITIVE_INFINITY : spanDays[search.span]
  const countedSpans = spans.flatMap((id) => {
    const moments = facets.added.find((each) => each.days === spanDays[id])?.moments
    return moments === undefined || spanDays[id] > days ? [] : [{ id, moments }]
  })
  return (
    <aside
      aria-label={t('intelligence:search.facets')}
      className="flex w-44 shrink-0 flex-col gap-5 pt-4 max-lg:hidden"
    >
      {search.like === undefined && (
        <Facet title={t('intelligence:search.foundIn')}>
          {searchPlaces.map((id) => (
            <Row
              key={id}
              label={t(`intelligence:places.${id}`)}
              moments={isSearched(id) ? counts[id] : undefined}
              checked={isSearched(id)}
              onChange={(isChosen) => choosePlaces(id, isChosen)}
            />
          ))}
        </Facet>
      )}
      {people.length > 0 && (
        <Facet title={t('intelligence:places.people')}>
          {people.map(({ id, name, moments }) => (
            <Row
              key={id}
              label={name}
              moments={moments}
              checked={search.person === id}
              onChange={(isChosen) => onChange({ person: isChosen ? id : undefined })}
            />
          ))}
        </Facet>
      )}
      {folders.length > 0 && (
        <Facet title={t('intelligence:search.folders')}>
          {folders.map(({ id, name, moments }) => (
            <Row
              key={id}
              label={name}
              moments={moments}
              checked={search.folder === id}
              onChange={(isChosen) => onChange({ folder: isChosen ? id : undefined })}
            />
          ))}
        </Facet>
      )}
      <Facet title={t('intelligence:search.added')}>
        {countedSpans.map(({ id, moments }) => (
          <Row
            key={id}
            label={t(`intelligence:spans.${id}`)}
            moments={moments}
            checked={search.span === id}
            onChange={(isChosen) => onChange({ span: isChosen ? id : undefined })}
          />
        ))}
      </Facet>
    </aside>
  )
}

function Facet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="pb-2 text-13 font-mid text-ink-2">{title}</legend>
      {children}
    </fieldset>
  )
}

interface RowProps {
  readonly label: string
  /** Undefined if it is not known. */
  readonly moments: number | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Row({ label, moments, checked, onChange }: RowProps) {
  const format = useFormat()
  return (
    <div className="flex items-center justify-between gap-2">
      <Checkbox checked={checked} onChange={onChange}>
        <bdi className="line-clamp-2">{label}</bdi>
      </Checkbox>
      {moments !== undefined && <span className="tabular text-13 text-ink-2">{format.number(moments)}</span>}
    </div>
  )
}

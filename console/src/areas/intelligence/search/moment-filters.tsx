import { momentSorts, searchPlaces } from '@kinora/contract/intelligence/values'
import { Suspense } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ChoiceFilter } from '../../../ui/choice-filter'
import { cx } from '../../../ui/cx'
import { OneFilter } from '../../../ui/one-filter'
import { FolderFilter } from '../../library'
import { useSpeechLanguages } from '../speech-languages'
import { type MomentSearch, spans } from './address'
import { ObjectFilter, PersonFilter } from './shown-filters'

interface MomentFiltersProps {
  readonly search: MomentSearch
  /** Number of moments by place. Missing before the first results. */
  readonly counts: Readonly<Record<(typeof searchPlaces)[number], number>> | undefined
  /** The rail of facets is shown on wide screens. */
  readonly isBesideRail: boolean
  readonly onChange: (next: Partial<MomentSearch>) => void
}

/** Filters and order of the search for moments. */
export function MomentFilters({ search, counts, isBesideRail, onChange }: MomentFiltersProps) {
  const t = useText()
  const format = useFormat()
  const { options } = useSpeechLanguages()
  const places = searchPlaces.map((id) => {
    const label = t(`intelligence:places.${id}`)
    const isCounted = counts !== undefined && search.places.length === 0
    return { id, label: isCounted ? `${label} (${format.number(counts[id])})` : label }
  })
  return (
    <>
      {search.like === undefined && (
        <>
          {/* The rail has it. */}
          <span className={cx('contents', isBesideRail && search.places.length === 0 && 'lg:hidden')}>
            <ChoiceFilter
              name={t('intelligence:search.foundIn')}
              options={places}
              value={search.places}
              onChange={(next) => onChange({ places: next })}
            />
          </span>
          <OneFilter
            name={t('intelligence:search.language')}
            options={options}
            value={search.language}
            onChange={(language) => onChange({ language })}
          />
        </>
      )}
      <Suspense>
        <FolderFilter value={search.folder} onChange={(folder) => onChange({ folder })} />
      </Suspense>
      <PersonFilter value={search.person} onChange={(person) => onChange({ person })} />
      <ObjectFilter value={search.object} onChange={(object) => onChange({ object })} />
      <OneFilter
        name={t('intelligence:search.added')}
        options={spans.map((id) => ({ id, label: t(`intelligence:spans.${id}`) }))}
        value={search.span}
        onChange={(span) => onChange({ span })}
      />
      <OneFilter
        name={t('intelligence:search.sort')}
        options={momentSorts.map((id) => ({ id, label: t(`intelligence:sorts.${id}`) }))}
        value={search.sort === 'relevance' ? undefined : search.sort}
        onChange={(sort = 'relevance') => onChange({ sort })}
      />
    </>
  )
}

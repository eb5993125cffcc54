import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { ChoiceList } from '../../../../ui/choice-list'
import { FilterChip } from '../../../../ui/filter-chip'
import { useWorkspace } from '../../../identity'
import { metadataKeysQuery, tagsQuery } from '../../metadata/queries'

const loadList = () => import('../../../../ui/one-filter-list')
const OneFilterList = lazy(async () => ({ default: (await loadList()).OneFilterList }))

interface TagFilterProps {
  readonly value: readonly string[]
  readonly onChange: (tags: string[]) => void
}

/** Tags of the environment's videos, asked for when someone is about to open the filter. */
export function TagFilter({ value, onChange }: TagFilterProps) {
  const t = useText()
  const format = useFormat()
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return (
    <FilterChip
      name={t('library:fields.tags')}
      value={value.length > 0 ? format.list(value) : undefined}
      onClear={() => onChange([])}
      onIntent={() => void queries.prefetchQuery(tagsQuery(environment.id))}
    >
      <Tags value={value} onChange={onChange} />
    </FilterChip>
  )
}

function Tags({ value, onChange }: TagFilterProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data, isPending } = useQuery(tagsQuery(environment.id))
  const known = optionsOf([...(data?.items.map(({ tag }) => tag) ?? []), ...value])
  if (known.length === 0) return isPending ? null : <Nothing>{t('library:filter.noTags')}</Nothing>
  return <ChoiceList options={known} value={value} onChange={onChange} />
}

interface KeyFilterProps {
  readonly value: string | undefined
  readonly onChange: (key: string | undefined) => void
}

/** Metadata keys of the environment's videos, as above. */
export function KeyFilter({ value, onChange }: KeyFilterProps) {
  const t = useText()
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const prepare = () => {
    void loadList()
    void queries.prefetchQuery(metadataKeysQuery(environment.id))
  }
  return (
    <FilterChip
      name={t('library:filter.metadata')}
      value={value}
      onClear={() => onChange(undefined)}
      onIntent={prepare}
    >
      {(close) => (
        <Keys
          value={value}
          onChange={(key) => {
            onChange(key)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

function Keys({ value, onChange }: KeyFilterProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data, isPending } = useQuery(metadataKeysQuery(environment.id))
  const known = optionsOf([...(data?.items.map(({ key }) => key) ?? []), ...(value ? [value] : [])])
  if (known.length === 0) return isPending ? null : <Nothing>{t('library:filter.noMetadata')}</Nothing>
  return (
    <OneFilterList name={t('library:filter.metadata')} options={known} value={value} onChange={onChange} />
  )
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="p-3 text-13 text-ink-3">{children}</p>
}

function optionsOf(names: readonly string[]) {
  return [...new Set(names)].map((name) => ({ id: name, label: name }))
}

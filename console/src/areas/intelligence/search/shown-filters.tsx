import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { FilterChip } from '../../../ui/filter-chip'
import { useWorkspace } from '../../identity'
import { peopleQuery } from '../people/queries'
import { seenObjectsQuery } from './queries'

const Finder = lazy(async () => ({ default: (await import('../../../ui/finder')).Finder }))

interface ShownFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A filter for moments at which a person is seen. People are chosen by name. */
export function PersonFilter({ value, onChange }: ShownFilterProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const known = useQuery({ ...peopleQuery(environment.id, ''), enabled: value !== undefined })
  const name = known.data?.items.find(({ id }) => id === value)?.name ?? '…'
  return (
    <FilterChip
      name={t('intelligence:search.person')}
      value={value === undefined ? undefined : name}
      onClear={() => onChange(undefined)}
    >
      {(close) => <PersonChoice onChange={onChange} onDone={close} />}
    </FilterChip>
  )
}

interface ChoiceProps {
  readonly onChange: (value: string) => void
  readonly onDone: () => void
}

function PersonChoice({ onChange, onDone }: ChoiceProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const [phrase, setPhrase] = useState('')
  const { data } = useQuery(peopleQuery(environment.id, phrase))
  const rows = (data?.items ?? []).flatMap(({ id, name }) =>
    name === null ? [] : [{ id, text: name, onAction: () => onChange(id) }],
  )
  return (
    <Finder
      label={t('intelligence:search.findPerson')}
      phrase={phrase}
      onPhrase={setPhrase}
      sections={[{ id: 'people', label: t('intelligence:search.person'), rows }]}
      onDone={onDone}
      nothing={t('intelligence:search.noPerson')}
    />
  )
}

/** A filter for moments at which an object is seen. */
export function ObjectFilter({ value, onChange }: ShownFilterProps) {
  const t = useText()
  return (
    <FilterChip name={t('intelligence:search.object')} value={value} onClear={() => onChange(undefined)}>
      {(close) => <ObjectChoice onChange={onChange} onDone={close} />}
    </FilterChip>
  )
}

function ObjectChoice({ onChange, onDone }: ChoiceProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const [phrase, setPhrase] = useState('')
  const { data = [] } = useQuery(seenObjectsQuery(environment.id))
  const rows = data
    .filter(({ label }) => label.includes(phrase.trim().toLowerCase()))
    .map(({ label, videos }) => ({
      id: label,
      text: label,
      end: format.number(videos),
      onAction: () => onChange(label),
    }))
  return (
    <Finder
      label={t('intelligence:search.findObject')}
      phrase={phrase}
      onPhrase={setPhrase}
      sections={[{ id: 'objects', label: t('intelligence:search.object'), rows }]}
      onDone={onDone}
      nothing={t('intelligence:search.noObject')}
    />
  )
}

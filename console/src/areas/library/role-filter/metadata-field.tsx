import type { RoleFilter } from '@kinora/contract'
import { maxFilterEntries } from '@kinora/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { useWorkspace } from '../../identity'
import { metadataKeysQuery } from '../metadata/queries'
import { Entries } from './entries'
import { Suggestions } from './suggestions'

type Entry = NonNullable<RoleFilter['metadata']>[number]

interface MetadataFieldProps {
  readonly entries: readonly Entry[]
  readonly isReadOnly: boolean
  readonly onChange: (entries: Entry[]) => void
}

/** Chooses metadata: a key with a value. */
export function MetadataField({ entries, isReadOnly, onChange }: MetadataFieldProps) {
  const t = useText()
  const label = t('library:roleFilter.metadata')
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-13 font-mid">{label}</legend>
      {!isReadOnly && <NewEntry entries={entries} onAdd={(entry) => onChange([...entries, entry])} />}
      <Entries
        label={label}
        entries={entries.map((entry) => ({ id: idOf(entry), text: `${entry.key}: ${entry.value}` }))}
        onRemove={
          isReadOnly ? undefined : (removed) => onChange(entries.filter((entry) => idOf(entry) !== removed))
        }
      />
    </fieldset>
  )
}

interface NewEntryProps {
  readonly entries: readonly Entry[]
  readonly onAdd: (entry: Entry) => void
}

function NewEntry({ entries, onAdd }: NewEntryProps) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const { data } = useQuery({
    ...metadataKeysQuery(environment.id),
    enabled: can(['Videos', 'Video', 'read']),
  })
  const [typed, setTyped] = useState<Entry>({ key: '', value: '' })
  const entry = { key: typed.key.trim(), value: typed.value.trim() }
  const isKnown = entries.some((other) => idOf(other) === idOf(entry))
  const canAdd = entry.key !== '' && entry.value !== '' && !isKnown && entries.length < maxFilterEntries
  const keys = [...new Set((data?.items ?? []).map(({ key }) => key))]
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          label={t('library:metadata.key')}
          value={typed.key}
          maxLength={100}
          onChange={(key) => setTyped({ ...typed, key })}
        />
        <TextField
          label={t('library:metadata.value')}
          value={typed.value}
          maxLength={1000}
          onChange={(value) => setTyped({ ...typed, value })}
        />
        <Button
          disabled={!canAdd}
          onPress={() => {
            onAdd(entry)
            setTyped({ key: '', value: '' })
          }}
        >
          {t('library:roleFilter.add')}
        </Button>
      </div>
      {typed.key === '' && (
        <Suggestions
          label={t('library:roleFilter.usedKeys')}
          texts={keys}
          onChoose={(key) => setTyped({ ...typed, key })}
        />
      )}
    </>
  )
}

function idOf({ key, value }: Entry): string {
  return JSON.stringify([key, value])
}

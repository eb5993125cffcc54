import type { Content, MetadataEntry } from '@kinora/contract'
import { metadataBody } from '@kinora/contract/library'
import { newId } from '@kinora/contract/new-id'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Section } from '../../../ui/section'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useUpdateContent } from '../queries'
import { EntryRow } from './entry-row'
import { KeySuggestions } from './key-suggestions'
import { KnownMetadata } from './known-metadata'

/** A row of the form; `id` exists only on the screen. */
interface Entry extends MetadataEntry {
  readonly id: string
}

interface Draft {
  readonly entries: readonly Entry[]
  readonly externalId: string
}

const maxEntries = 50

/** Edits the metadata of a video. */
export function MetadataForm({ content }: { readonly content: Content }) {
  const t = useText()
  const rights = useRights('Videos', 'Video')
  const update = useUpdateContent(content.id)
  const { metadata, externalId } = content
  if (!rights.update || content.trashedAt !== null)
    return <KnownMetadata metadata={metadata} externalId={externalId} />
  return (
    <MetadataEditor
      about={t('library:metadata.about')}
      metadata={metadata}
      externalId={externalId}
      update={update}
    />
  )
}

interface MetadataBody {
  readonly metadata: MetadataEntry[]
  readonly externalId?: string | null
}

interface MetadataEditorProps {
  readonly about: string
  readonly metadata: readonly MetadataEntry[]
  /** Left out for objects without one. */
  readonly externalId?: string | null
  readonly update: {
    readonly isPending: boolean
    readonly isSuccess: boolean
    readonly mutate: (
      body: MetadataBody,
      then: { readonly onSuccess: () => void; readonly onError: (error: unknown) => void },
    ) => void
  }
}

/** Edits keys and values. Without unsaved changes it follows the server. */
export function MetadataEditor({ about, metadata, externalId: savedId, update }: MetadataEditorProps) {
  const t = useText()
  const onError = useProblemToast(t('library:failures.save'))
  const saved: Draft = {
    entries: metadata.map((entry, n) => ({ ...entry, id: String(n) })),
    externalId: savedId ?? '',
  }
  const [draft, setDraft] = useState<Draft>()
  const [tried, setTried] = useState(false)
  const { entries, externalId } = draft ?? saved
  const isDirty = draft !== undefined && textIn(draft) !== textIn(saved)
  const errors = tried ? errorsOf(entries) : new Map<string, string>()
  const change = (next: Partial<Draft>) => setDraft({ entries, externalId, ...next })
  const add = (entry: MetadataEntry) => change({ entries: [...entries, { ...entry, id: newId() }] })

  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (errorsOf(entries).size > 0) return
    const body = {
      metadata: entries.map(plain),
      ...(savedId !== undefined && { externalId: externalId.trim() === '' ? null : externalId.trim() }),
    }
    update.mutate(body, {
      onSuccess: () => {
        setDraft(undefined)
        setTried(false)
        toast({ text: t('library:metadata.saved'), tone: 'good' })
      },
      onError,
    })
  }
  return (
    <Section title={t('library:metadata.title')} about={about}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
        {entries.length > 0 && (
          <ul className="flex flex-col gap-3">
            {entries.map((entry, n) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                keyError={textOf(errors.get(`${n}.key`))}
                valueError={textOf(errors.get(`${n}.value`))}
                onChange={(next) => change({ entries: entries.with(n, { ...next, id: entry.id }) })}
                onRemove={() => change({ entries: entries.toSpliced(n, 1) })}
              />
            ))}
          </ul>
        )}
        {errors.has('') && <p className="text-12 text-bad">{textOf(errors.get(''))}</p>}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            icon={<Plus size={16} />}
            disabled={entries.length >= maxEntries}
            onPress={() => add({ key: '', value: '', type: 'text' })}
          >
            {t('library:metadata.add')}
          </Button>
          <KeySuggestions taken={entries.map(({ key }) => key)} onChoose={add} />
        </div>
        {savedId !== undefined && (
          <TextField
            optional
            ltr
            maxLength={200}
            label={t('library:metadata.externalId')}
            help={t('library:metadata.externalIdHelp')}
            value={externalId}
            onChange={(value) => change({ externalId: value })}
          />
        )}
        <div className="flex justify-end gap-2">
          {isDirty && <Button onPress={() => setDraft(undefined)}>{t('library:actions.cancel')}</Button>}
          <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
            {t('library:details.save')}
          </Button>
        </div>
        <LeaveGuard active={isDirty && !update.isSuccess} about={t('library:metadata.leaveAbout')} />
      </form>
    </Section>
  )

  function textOf(message: string | undefined): string | undefined {
    return message === undefined ? undefined : messageText(t, message)
  }
}

function plain({ key, value, type }: Entry): MetadataEntry {
  return { key, value, type }
}

function textIn({ entries, externalId }: Draft): string {
  return JSON.stringify([entries.map(plain), externalId])
}

/** Errors by position: `0.value` for the first row's value, the empty key for the whole. */
function errorsOf(entries: readonly MetadataEntry[]): Map<string, string> {
  const parsed = metadataBody.safeParse(entries)
  const errors = new Map<string, string>()
  for (const { path, message } of parsed.error?.issues ?? [])
    errors.set(path.map(String).join('.'), errors.get(path.map(String).join('.')) ?? message)
  return errors
}

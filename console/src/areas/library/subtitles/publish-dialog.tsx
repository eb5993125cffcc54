import type { Content, Subtitle } from '@kinora/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Dialog } from '../../../ui/dialog'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { rightsOn } from '../rights'
import { differencesQuery, usePublishSubtitles } from './queries'
import { useLanguageNames } from './subtitle-languages'
import { shownVersion } from './subtitle-state'

interface PublishDialogProps {
  readonly content: Content
  readonly subtitles: readonly Subtitle[]
  /** The editor has unsaved cues, which are not in any draft. */
  readonly dirty: boolean
  readonly onClose: () => void
}

/** Publishes drafts and removes subtitles in one step. */
export function PublishDialog({ content, subtitles, dirty, onClose }: PublishDialogProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const publish = usePublishSubtitles(content.id)
  const onError = useProblemToast(t('library:subtitles.publishFailed'))
  const drafts = subtitles.filter(({ draft }) => draft !== null && draft.cueCount > 0)
  const removable = rights.delete ? subtitles.filter(({ published }) => published !== null) : []
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [toDelete, setToDelete] = useState<ReadonlySet<string>>(new Set())
  const publishing = drafts.filter(({ id }) => !kept.has(id) && !toDelete.has(id))
  const removing = removable.filter(({ id }) => toDelete.has(id))
  const isNothing = publishing.length + removing.length === 0
  const changeCount = useChangeCount(publishing)
  const send = () =>
    publish.mutate(
      {
        draftsToPublish: publishing.map(({ id }) => id),
        subtitlesToDelete: removing.map(({ id }) => id),
      },
      {
        onSuccess: () => {
          toast({ text: t('library:subtitles.published'), tone: 'good' })
          onClose()
        },
        onError,
      },
    )
  return (
    <Dialog
      title={t('library:subtitles.publishTitle')}
      isOpen
      keepOpen={publish.isPending}
      onOpenChange={onClose}
      foot={
        <>
          <Button disabled={publish.isPending} onPress={onClose}>
            {t('library:actions.cancel')}
          </Button>
          <Button
            variant={removing.length > 0 ? 'danger' : 'primary'}
            disabled={isNothing}
            busy={publish.isPending}
            onPress={send}
          >
            {removing.length > 0
              ? t('library:subtitles.publishAndRemove')
              : changeCount > 0
                ? t('library:subtitles.publishCount', { count: changeCount })
                : t('library:subtitles.publish')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {dirty && <Banner tone="warn">{t('library:subtitles.publishUnsaved')}</Banner>}
        <p aria-live="polite">
          {isNothing
            ? t('library:subtitles.publishNothing')
            : [
                publishing.length > 0 && t('library:subtitles.becomePublic', { count: publishing.length }),
                removing.length > 0 && t('library:subtitles.areRemoved', { count: removing.length }),
              ]
                .filter(Boolean)
                .join(' ')}
        </p>
        {drafts.length > 0 && (
          <Choices
            title={t('library:subtitles.toPublish')}
            subtitles={drafts}
            isChosen={({ id }) => !kept.has(id) && !toDelete.has(id)}
            isDisabled={({ id }) => toDelete.has(id)}
            onChange={(id, on) => setKept(toggled(kept, id, !on))}
            note={(subtitle) => <Differences subtitle={subtitle} />}
          />
        )}
        {removable.length > 0 && (
          <Choices
            title={t('library:subtitles.toRemove')}
            subtitles={removable}
            isChosen={({ id }) => toDelete.has(id)}
            isDisabled={() => false}
            onChange={(id, on) => setToDelete(toggled(toDelete, id, on))}
          />
        )}
      </div>
    </Dialog>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly subtitles: readonly Subtitle[]
  readonly isChosen: (subtitle: Subtitle) => boolean
  readonly isDisabled: (subtitle: Subtitle) => boolean
  readonly onChange: (subtitleId: string, chosen: boolean) => void
  /** Below the name. */
  readonly note?: (subtitle: Subtitle) => ReactNode
}

function Choices({ title, subtitles, isChosen, isDisabled, onChange, note }: ChoicesProps) {
  const { nameOf } = useLanguageNames()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-mid text-ink">{title}</legend>
      {subtitles.map((subtitle) => {
        const { name, languageCode } = shownVersion(subtitle)
        return (
          <Checkbox
            key={subtitle.id}
            checked={isChosen(subtitle)}
            disabled={isDisabled(subtitle)}
            onChange={(on) => onChange(subtitle.id, on)}
          >
            <span>
              <bdi className="text-ink">{name}</bdi>{' '}
              {nameOf(languageCode) !== name && <span className="text-ink-3">{nameOf(languageCode)}</span>}
              {note?.(subtitle)}
            </span>
          </Checkbox>
        )
      })}
    </fieldset>
  )
}

/** Changes for viewers when a draft is published. Renders nothing until it is known. */
function Differences({ subtitle }: { readonly subtitle: Subtitle }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data } = useQuery(differencesQuery(environment.id, subtitle))
  if (data === undefined) return null
  const kinds = data === null ? [] : differenceKinds.filter((kind) => data[kind] > 0)
  const [head, detail] =
    data === null
      ? [
          t('library:subtitles.isNew'),
          t('library:subtitles.cueCount', { count: shownVersion(subtitle).cueCount }),
        ]
      : [
          t('library:subtitles.changeCount', { count: data.total }),
          format.list(kinds.map((kind) => t(`library:subtitles.differences.${kind}`, { count: data[kind] }))),
        ]
  return (
    <span className="tabular block text-12 text-ink-3">
      {data?.total === 0 ? t('library:subtitles.sameCues') : `${head} · ${detail}`}
    </span>
  )
}

const differenceKinds = ['reworded', 'moved', 'added', 'removed'] as const

/** The changed cues of all drafts; 0 while unknown, and with drafts that viewers see for the first time. */
function useChangeCount(drafts: readonly Subtitle[]): number {
  const { environment } = useWorkspace()
  return useQueries({
    queries: drafts.map((draft) => differencesQuery(environment.id, draft)),
    combine: (results) =>
      results.every(({ data }) => data != null)
        ? results.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
        : 0,
  })
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return isIn ? new Set([...set, id]) : new Set([...set].filter((each) => each !== id))
}

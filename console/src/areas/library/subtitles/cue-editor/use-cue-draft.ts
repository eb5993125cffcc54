import type { Content, Subtitle, SubtitleCue } from '@kinora/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Problem } from '../../../../lib/problem'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useWorkspace } from '../../../identity'
import { type Cue, inOrder, keyed } from '../cues/cue'
import { begin, change, type History, redo, undo } from '../cues/history'
import { areSame, plainCues } from '../cues/saved'
import { cuesQuery, subtitlesQuery, useRescueCues, useUpdateSubtitle } from '../queries'
import { shownVersion } from '../subtitle-state'

/** A saved version with its cues. */
export interface Known {
  readonly updatedAt: string
  readonly cues: readonly SubtitleCue[]
}

export interface CueDraft {
  readonly cues: readonly Cue[]
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The version that another user has saved, if it is not the base of this draft. */
  readonly theirs: Known | null
  /** @param step see `change` of the history */
  edit(next: readonly Cue[], step?: string): void
  undo(): void
  redo(): void
  save(): void
  /** Replaces the draft with their cues; undo restores the draft. */
  takeTheirs(): void
  /** Overwrites their version with the draft. */
  keepMine(): void
}

/** The unsaved cues, the saved version and changes by other users. */
export function useCueDraft(
  content: Content,
  subtitle: Subtitle,
  newest: Known,
  rescue: { readonly isGone: boolean; readonly onRescued: (subtitleId: string) => void },
): CueDraft {
  const t = useText()
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const update = useUpdateSubtitle(content.id, subtitle.id)
  const rescued = useRescueCues(content.id)
  const onError = useProblemToast(t('library:failures.save'))
  const [base, setBase] = useState(newest)
  const [history, setHistory] = useState<History<readonly Cue[]>>(() => begin(keyed(newest.cues)))
  const [saved, setSaved] = useState(history.present)
  const cues = history.present
  const isDirty = cues !== saved
  const isOther = newest.updatedAt !== base.updatedAt && !update.isPending

  if (isOther && areSame(newest.cues, base.cues)) setBase(newest)
  else if (isOther && !isDirty) {
    const next = keyed(newest.cues)
    setBase(newest)
    setHistory(begin(next))
    setSaved(next)
  }

  const send = (basedOn: string) => {
    const sent = inOrder(cues)
    const plain = plainCues(sent)
    if (rescue.isGone) {
      const { name, languageCode, closedCaptions } = shownVersion(subtitle)
      const onSuccess = ({ id }: Subtitle) => {
        setSaved(cues)
        rescue.onRescued(id)
      }
      return rescued.mutate({ name, languageCode, closedCaptions, cues: plain }, { onSuccess, onError })
    }
    update.mutate(
      { cues: plain, basedOn },
      {
        onSuccess: (answer) => {
          const { updatedAt } = shownVersion(answer)
          const version = answer.draft === null ? 'published' : 'draft'
          const { queryKey } = cuesQuery(environment.id, content.id, subtitle.id, updatedAt)
          queries.setQueryData(queryKey, { ...answer, version, cues: plain })
          setBase({ updatedAt, cues: plain })
          setSaved(cues)
          toast({ text: t('library:cues.saved'), tone: 'good' })
        },
        onError: (error) => {
          const isStale = error instanceof Problem && error.id === 'changed-since'
          if (!isStale) return onError(error)
          // Refetching the list brings their version, and then the conflict prompt.
          void queries.invalidateQueries(subtitlesQuery(environment.id, content.id))
        },
      },
    )
  }
  return {
    cues,
    isDirty,
    isSaving: update.isPending || rescued.isPending,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    theirs: isOther && isDirty ? newest : null,
    edit: (next, step) => setHistory((now) => change(now, next, step)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    save: () => send(base.updatedAt),
    takeTheirs() {
      const next = keyed(newest.cues)
      setBase(newest)
      setHistory((now) => change<readonly Cue[]>(now, next))
      setSaved(next)
    },
    keepMine() {
      setBase(newest)
      send(newest.updatedAt)
    },
  }
}

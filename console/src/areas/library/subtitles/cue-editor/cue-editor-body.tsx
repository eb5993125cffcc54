import type { Subtitle } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { ClosedCaptioning } from '@phosphor-icons/react/dist/csr/ClosedCaptioning'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { LeaveGuard } from '../../../../ui/leave-guard'
import { toast } from '../../../../ui/toast-store'
import { useRights } from '../../../identity'
import { type PlayerTabProps, Stage } from '../../playback/stage'
import { rightsOn } from '../../rights'
import { isBroken, warningsOf } from '../cues/warnings'
import { CueLane } from './cue-lane'
import { CueList } from './cue-list'
import { CueTools } from './cue-tools'
import { EditConflict } from './edit-conflict'
import { ReplaceBar } from './replace-bar'
import { useCueActions } from './use-cue-actions'
import { type Known, useCueDraft } from './use-cue-draft'

export interface CueEditorProps extends PlayerTabProps {
  readonly subtitle: Subtitle
  /** Another user has deleted the subtitle. */
  readonly isGone: boolean
  readonly onDirty: (dirty: boolean) => void
  readonly onRescued: (subtitleId: string) => void
}

interface CueEditorBodyProps extends CueEditorProps {
  readonly newest: Known
}

/** The list of cues beside a player that shows the unsaved cues. */
export function CueEditorBody(props: CueEditorBodyProps) {
  const { content, startAt, subtitle, newest, isGone, onDirty, onRescued } = props
  const t = useText()
  const mayEdit = rightsOn(content, useRights('Videos', 'Video')).update
  const textRef = useRef<HTMLTextAreaElement>(null)
  const [player, setPlayer] = useState<Player>()
  const [finding, setFinding] = useState(false)
  const draft = useCueDraft(content, subtitle, newest, { isGone, onRescued })
  const actions = useCueActions({ draft, player, textRef, mayEdit })
  const { cues, isDirty } = draft
  const hasPreview = content.status !== 'failed'
  const endS = content.duration ?? Number.POSITIVE_INFINITY
  const faulty = cues.filter((cue, at) => warningsOf(cue, cues[at + 1], endS).length > 0)

  useEffect(() => player?.preview(cues), [player, cues])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const goToWarning = () => {
    const at = cues.findIndex(({ key }) => key === actions.head)
    const next = faulty.find((cue) => cues.indexOf(cue) > at) ?? faulty[0]
    if (next) actions.seek(next)
  }
  const save = () => {
    const broken = cues.filter((cue, at) => warningsOf(cue, cues[at + 1], endS).some(isBroken))
    const [first] = broken
    if (first === undefined) return draft.save()
    actions.press(first, false)
    toast({ text: t('library:cues.broken', { count: broken.length }), tone: 'bad' })
  }
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const mod = event.metaKey || event.ctrlKey
    if (mod && event.code === 'KeyS') return () => isDirty && save()
    if (mod && event.code === 'KeyZ') return event.shiftKey ? draft.redo : draft.undo
    if (mod && event.code === 'KeyY') return draft.redo
    if (!event.altKey || mod) return undefined
    const at = cues.findIndex(({ key }) => key === actions.head)
    const next = cues[at + 1]
    switch (event.code) {
      case 'KeyN':
        return actions.add
      case 'KeyS':
        return actions.split
      case 'KeyM':
        return actions.merge
      case 'KeyF':
        return () => setFinding(true)
      case 'KeyP':
        return () => void (player?.video.paused ? player.video.play() : player?.video.pause())
      case 'Enter':
        return () => next && actions.press(next, false)
      default:
        return undefined
    }
  }
  const pressed = (event: KeyboardEvent) => {
    // The search bar and dialogs handle their own keys.
    if (event.target instanceof HTMLElement && event.target.closest('search, [role=dialog]')) return
    const action = mayEdit ? actionOf(event) : undefined
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <div
      className={cx(
        'grid min-w-0 gap-6 max-md:contents',
        hasPreview && 'lg:grid-cols-[minmax(0,1.04fr)_minmax(0,1fr)]',
      )}
    >
      <section
        aria-label={t('library:cues.editor')}
        onKeyDown={pressed}
        className="flex min-w-0 flex-col gap-3 max-lg:order-last"
      >
        <EditConflict draft={draft} isGone={isGone} />
        <CueTools
          draft={draft}
          actions={actions}
          mayEdit={mayEdit}
          onFind={() => setFinding(!finding)}
          onSave={save}
        />
        {finding && <ReplaceBar draft={draft} actions={actions} mayEdit={mayEdit} />}
        {cues.length === 0 ? (
          <p className="border-y border-rule-2 py-8 text-ink-2">
            {mayEdit ? t('library:cues.none') : t('library:cues.noneToRead')}
          </p>
        ) : (
          <CueList actions={actions} player={player} endS={endS} textRef={textRef} mayEdit={mayEdit} />
        )}
        <p className="flex min-h-6 items-center gap-1 text-12 text-ink-3">
          {t('library:subtitles.cueCount', { count: cues.length })}
          {faulty.length > 0 && (
            <>
              {' · '}
              <button
                type="button"
                onClick={goToWarning}
                className="h-6 rounded-1 font-mid text-act-text underline-offset-2 hover:underline"
              >
                {t('library:cues.faulty', { count: faulty.length })}
              </button>
            </>
          )}
        </p>
      </section>
      {hasPreview && (
        <section
          aria-label={t('library:cues.previewTitle')}
          onKeyDown={pressed}
          className="flex min-w-0 flex-col gap-3 max-md:order-first lg:sticky lg:top-4 lg:self-start"
        >
          <Stage content={content} startAt={startAt} onPlayer={setPlayer} />
          {content.playable && content.trashedAt === null && content.duration !== null && (
            <CueLane
              key={content.duration}
              content={content}
              duration={content.duration}
              player={player}
              draft={draft}
              actions={actions}
              mayEdit={mayEdit}
            />
          )}
          <p className="flex items-start gap-2 text-12 text-ink-3">
            <ClosedCaptioning size={16} className="shrink-0" aria-hidden />
            {t('library:cues.preview')}
          </p>
        </section>
      )}
      <LeaveGuard active={isDirty} about={t('library:subtitles.leaveAbout')} />
    </div>
  )
}

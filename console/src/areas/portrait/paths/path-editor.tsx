import type { Content, Portrait, PortraitPath, PortraitShot } from '@kinora/contract'
import { portraitModes } from '@kinora/contract/portrait/values'
import type { Player } from '@kinora/player'
import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Section } from '../../../ui/section'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { Stage } from '../../library'
import { isBusy, useRenderPortrait } from '../queries'
import { alike, asFound, moved, shotAt, shownLike, withMode } from './moves'
import { MovingFrame } from './moving-frame'
import { ShotStrip } from './shot-strip'
import { useDraft } from './use-draft'
import { useTime } from './use-time'

interface PathEditorProps {
  readonly portrait: Portrait
  readonly path: PortraitPath
  /** The original. */
  readonly content: Content
  readonly mayChange: boolean
}

/** The original with the moving frame of the result, and its shots. */
export function PathEditor({ portrait, path, content, mayChange }: PathEditorProps) {
  const t = useText()
  const [player, setPlayer] = useState<Player>()
  // Without a player shots can still be chosen.
  const [chosen, setChosen] = useState(0)
  const played = useTime(player)
  const time = player === undefined ? chosen : played
  const draft = useDraft(path)
  const render = useRenderPortrait(portrait)
  const report = useProblemToast(t('portrait:page.notSaved'))
  const current = shotAt(draft.shots, time)
  const shot = draft.shots[current]
  const canChange = mayChange && !render.isPending
  const save = () => {
    const body = draft.isChanged ? { shots: draft.changes(), basedOn: path.version } : null
    render.mutate(body, { onError: report })
  }
  const seek = (seconds: number) => {
    setChosen(seconds)
    if (player !== undefined) player.video.currentTime = seconds
  }
  const size = portrait.size ?? { width: 16, height: 9 }
  return (
    <div className="min-w-0">
      <div className="relative">
        <Suspense fallback={<Skeleton className="aspect-[16/9] w-full" />}>
          <Stage
            content={content}
            startAt={undefined}
            onPlayer={setPlayer}
            label={t('portrait:page.original')}
          />
        </Suspense>
        {player !== undefined && shot !== undefined && (
          <MovingFrame
            path={path}
            shot={shot}
            time={time}
            size={size}
            onMove={canChange ? (middle) => draft.change(moved(shot, time, middle)) : undefined}
          />
        )}
      </div>
      <div className="pt-4">
        <Section title={t('portrait:path.title')} {...(mayChange && { about: t('portrait:path.about') })}>
          <div className="pt-3">
            <ShotStrip shots={draft.shots} current={current} onSeek={seek} />
          </div>
          {shot !== undefined && (
            <ShotTools
              shot={shot}
              others={alike(draft.shots, shot)}
              canChange={canChange}
              onChange={draft.change}
              undo={draft.isChanged ? draft.undo : undefined}
            />
          )}
          {mayChange && (draft.isChanged || portrait.needsRender) && (
            <div className="flex flex-wrap items-center gap-3 pt-3">
              <Button variant="primary" busy={render.isPending} disabled={isBusy(portrait)} onPress={save}>
                {t('portrait:page.render')}
              </Button>
              <p className="text-13 text-pretty text-ink-2">{t('portrait:page.changed')}</p>
            </div>
          )}
        </Section>
      </div>
      <LeaveGuard active={draft.isChanged && !render.isPending} about={t('portrait:path.unsaved')} />
    </div>
  )
}

interface ShotToolsProps {
  readonly shot: PortraitShot
  /** Shots like it. */
  readonly others: readonly PortraitShot[]
  readonly canChange: boolean
  readonly onChange: (...shots: readonly PortraitShot[]) => void
  readonly undo: (() => void) | undefined
}

/** How the current shot is shown. */
function ShotTools({ shot, others, canChange, onChange, undo }: ShotToolsProps) {
  const t = useText()
  const format = useFormat()
  const { number, start, mode, halves, text, suggested, isEdited } = shot
  const cutText = suggested.text ?? text
  // Halves need two people.
  const modes = portraitModes.filter((each) => each !== 'split' || halves !== null)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
      <p className="grow text-13">
        {t('portrait:path.shot', { number: format.number(number + 1), time: format.duration(start) })}
        {isEdited && <span className="text-ink-3"> · {t('portrait:path.edited')}</span>}
        {!canChange && <span className="text-ink-2"> · {t(`portrait:modes.${mode}`)}</span>}
      </p>
      {canChange && (
        <>
          <Segmented
            label={t('portrait:path.mode')}
            value={mode}
            onChange={(next) => onChange(withMode(shot, next))}
            options={modes.map((id) => ({ id, content: t(`portrait:modes.${id}`) }))}
          />
          {cutText !== null && mode !== 'fit' && mode !== 'split' && (
            <Checkbox
              checked={text !== null}
              onChange={(on) => onChange({ ...shot, text: on ? cutText : null, isEdited: true })}
            >
              {t('portrait:path.text')}
            </Checkbox>
          )}
          {isEdited && others.length > 0 && (
            <Button onPress={() => onChange(...others.map((other) => shownLike(other, shot)))}>
              {t('portrait:path.alike', { number: format.number(others.length) })}
            </Button>
          )}
          {isEdited && <Button onPress={() => onChange(asFound(shot))}>{t('portrait:path.reset')}</Button>}
          {undo !== undefined && (
            <Button icon={<ArrowCounterClockwise size={16} />} onPress={undo}>
              {t('portrait:path.undo')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

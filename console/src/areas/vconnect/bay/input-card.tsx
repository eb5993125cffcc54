import type { VconnectInput } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import type { PointerEvent } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { Tooltip } from '../../../ui/tooltip'
import { type CableLook, inputPx, jackStep } from './cables'
import { InputMenu } from './end-menu'
import { BackupMark, InputStatus, useEndText, useKindText, useReasonText } from './link-status'

interface InputCardProps {
  readonly input: VconnectInput
  readonly color: string
  /** Its cables, from top to bottom. */
  readonly jacks: readonly CableLook[]
  readonly isChosen: boolean
  readonly mayConnect: boolean
  readonly onJack: () => void
  readonly onDrag: (event: PointerEvent) => void
}

/** An input of the patch bay. */
export function InputCard({ input, color, jacks, isChosen, mayConnect, onJack, onDrag }: InputCardProps) {
  const t = useText()
  const format = useFormat()
  const kindText = useKindText()
  const endText = useEndText()
  const reason = useReasonText()(input)
  const { id, environmentId, name, address, livestream, figures } = input
  const port = input.kind === 'srt' && input.mode === 'listener' ? `:${new URL(address).port}` : ''
  return (
    <li
      className={cx(
        'relative rounded-2 border bg-panel py-2.5 ps-3.5 pe-6',
        isChosen ? 'border-act' : 'border-rule',
      )}
      style={{ height: inputPx }}
    >
      <span
        aria-hidden
        className="absolute inset-y-2 start-0 w-1 rounded-full"
        style={{ background: figures === null ? 'var(--rule-3)' : color }}
      />
      <div className="flex items-start gap-2">
        <Link
          to="/$environmentId/v-connect/$inputId"
          params={{ environmentId, inputId: id }}
          dir="auto"
          title={name}
          className="own-way cut min-w-0 flex-1 font-head text-ink hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="-mt-1 -me-3">
          <InputMenu input={input} isOpenable />
        </span>
      </div>
      <p className="cut text-12 text-ink-3">
        {kindText(input)}
        {port !== '' && <bdi className="ltr tabular ms-1">{port}</bdi>}
        {livestream !== null && <bdi className="ms-1">{endText(input)}</bdi>}
      </p>
      <p className="cut flex items-center gap-2 pt-1 text-13">
        <InputStatus input={input} />
        <BackupMark input={input} />
        {figures !== null && (
          <span className="tabular text-ink-2">
            <bdi>{format.bitrate(figures.kbps * 1000)}</bdi>
          </span>
        )}
        {reason !== null && <span className="cut min-w-0 text-12 text-ink-3">{reason}</span>}
      </p>
      {mayConnect ? (
        <span className="absolute inset-y-0 -end-3 grid place-items-center">
          <Tooltip tip={t('vconnect:connectFrom', { name })} side="end">
            <button
              type="button"
              aria-label={t('vconnect:connectFrom', { name })}
              aria-pressed={isChosen}
              onClick={onJack}
              onPointerDown={onDrag}
              className="grid min-h-6 w-6 cursor-grab touch-none place-items-center rounded-full pointer-coarse:min-h-11 pointer-coarse:w-11"
            >
              <Jacks color={color} looks={jacks} isChosen={isChosen} />
            </button>
          </Tooltip>
        </span>
      ) : (
        <span className="absolute inset-y-0 -end-1.5 grid place-items-center">
          <Jacks color={color} looks={jacks} isChosen={false} />
        </span>
      )}
    </li>
  )
}

interface JacksProps {
  readonly color: string
  readonly looks: readonly CableLook[]
  readonly isChosen: boolean
}

/** A jack for each cable, and one if there is none. */
function Jacks({ color, looks, isChosen }: JacksProps) {
  const stepPx = jackStep(looks.length)
  const shown = (looks.length === 0 ? (['still'] as const) : looks).map((look, number) => ({
    look,
    topPx: number * stepPx,
  }))
  return (
    <span className="relative block w-[13px]" style={{ height: 13 + (shown.length - 1) * stepPx }}>
      {shown.map(({ look, topPx }) => (
        <span key={topPx} className="absolute start-0" style={{ top: topPx }}>
          <Jack color={lookColor(look, color)} isChosen={isChosen} />
        </span>
      ))}
    </span>
  )
}

/** Color of a cable and its jacks. */
export function lookColor(look: CableLook, color: string): string | undefined {
  if (look === 'failing') return 'var(--warn)'
  return look === 'carrying' ? color : undefined
}

interface JackProps {
  /** Missing without a stream. */
  readonly color: string | undefined
  readonly isChosen: boolean
}

/** A ring with a dot. */
export function Jack({ color = 'var(--ink-3)', isChosen }: JackProps) {
  const shown = isChosen ? 'var(--act)' : color
  return (
    <span
      aria-hidden
      className="grid size-[13px] place-items-center rounded-full border-2 bg-panel"
      style={{ borderColor: shown }}
    >
      <span className="size-[5px] rounded-full" style={{ background: shown }} />
    </span>
  )
}

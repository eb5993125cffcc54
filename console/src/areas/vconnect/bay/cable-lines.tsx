import { useText } from '../../../lib/i18n'
import { type BayPlan, type CableLook, cablePath, gapPx, inputPx } from './cables'
import type { Drag } from './use-drag'

const dashes: Readonly<Record<CableLook, string | undefined>> = {
  carrying: undefined,
  failing: '10 6',
  still: '2 7',
}

interface CablesProps {
  readonly plan: BayPlan
  readonly drag: Drag | null
}

/** The cables between both columns. They are mirrored with them. */
export function Cables({ plan, drag }: CablesProps) {
  const t = useText()
  const { cables, heightPx } = plan
  return (
    <svg
      role="img"
      aria-label={cables
        .map(({ connect, input, destination }) =>
          t('vconnect:cable', {
            from: input.name,
            to: destination.name,
            state: connect.enabled ? t(`vconnect:connectStates.${connect.state}`) : t('vconnect:paused'),
          }),
        )
        .join('. ')}
      viewBox={`0 0 100 ${Math.max(1, heightPx)}`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-0 w-full overflow-visible rtl:-scale-x-100"
      style={{ height: Math.max(1, heightPx) }}
    >
      {cables.map(({ connect, color, look, fromPx, toPx }) => (
        <path
          key={connect.id}
          d={cablePath(fromPx, toPx)}
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={dashes[look]}
          vectorEffect="non-scaling-stroke"
          style={{
            stroke: look === 'carrying' ? color : look === 'failing' ? 'var(--warn)' : 'var(--ink-3)',
          }}
        />
      ))}
      {drag && (
        <path
          d={cablePath(drag.number * (inputPx + gapPx) + inputPx / 2, drag.yPx, Math.max(4, drag.xPercent))}
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray="2 7"
          vectorEffect="non-scaling-stroke"
          style={{ stroke: 'var(--act)' }}
        />
      )}
    </svg>
  )
}

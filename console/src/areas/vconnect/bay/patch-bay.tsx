import type { VconnectInput } from '@kinora/contract'
import { useRef, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useRights } from '../../identity'
import type { Bay } from '../queries'
import { Cables } from './cable-lines'
import { colorOf, planBay } from './cables'
import { DestinationCard } from './destination-card'
import { InputCard } from './input-card'
import { useBayActions } from './use-bay-actions'
import { useDrag } from './use-drag'

/** Inputs at the start, destinations at the end, and a cable for each connect. */
export function PatchBay({ bay }: { readonly bay: Bay }) {
  const t = useText()
  const rights = useRights('V-Connect', 'Connector')
  const actions = useBayActions(bay)
  const gutter = useRef<HTMLDivElement>(null)
  /** The input whose jack was pressed. */
  const [from, setFrom] = useState<VconnectInput>()
  const { drag, start } = useDrag(gutter, (inputId, destinationId) => {
    actions.connect(inputId, destinationId)
  })
  const plan = planBay(bay)
  const dragged = bay.inputs.find(({ id }) => id === drag?.inputId)
  const connecting = dragged ?? from
  const isConnected = (destinationId: string) =>
    bay.connects.some((each) => each.inputId === connecting?.id && each.destinationId === destinationId)
  const finish = (destinationId: string) => {
    if (from) actions.connect(from.id, destinationId)
    setFrom(undefined)
  }
  return (
    <section
      aria-label={t('vconnect:views.bay')}
      className="pt-5"
      onKeyDown={({ key }) => key === 'Escape' && setFrom(undefined)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(72px,0.7fr)_minmax(0,1.15fr)]">
        <h2 className="pb-2.5 text-13 text-ink-2">{t('vconnect:inputs')}</h2>
        <span />
        <h2 className="pb-2.5 text-13 text-ink-2">{t('vconnect:destinations')}</h2>
        <ul className="flex flex-col gap-3.5">
          {bay.inputs.map((input, number) => (
            <InputCard
              key={input.id}
              input={input}
              color={colorOf(number)}
              jacks={plan.cables.filter((cable) => cable.input.id === input.id).map(({ look }) => look)}
              isChosen={connecting?.id === input.id}
              mayConnect={rights.create && bay.destinations.length > 0}
              onJack={() => setFrom(from?.id === input.id ? undefined : input)}
              onDrag={(event) => start(input.id, number, event)}
            />
          ))}
        </ul>
        <div ref={gutter} className="relative" style={{ minHeight: plan.heightPx }}>
          <Cables plan={plan} drag={drag} />
        </div>
        <ul className="flex flex-col gap-3.5">
          {plan.destinations.map(({ destination, heightPx }) => (
            <DestinationCard
              key={destination.id}
              destination={destination}
              heightPx={heightPx}
              cables={plan.cables.filter((cable) => cable.destination.id === destination.id)}
              actions={actions}
              target={connecting && !isConnected(destination.id) ? connecting : undefined}
              isOver={drag?.destinationId === destination.id}
              onJack={() => finish(destination.id)}
            />
          ))}
        </ul>
      </div>
      <footer className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-5 text-12 text-ink-2">
        <Sign dash={undefined} color="var(--c1)" text={t('vconnect:legend.carrying')} />
        <Sign dash="10 6" color="var(--warn)" text={t('vconnect:legend.failing')} />
        <Sign dash="2 7" color="var(--ink-3)" text={t('vconnect:legend.paused')} />
        <span className="ms-auto text-pretty" role="status">
          {from ? (
            <span className="flex items-center gap-3">
              {t('vconnect:choose', { name: isolate(from.name) })}
              <Button size="small" onPress={() => setFrom(undefined)}>
                {t('vconnect:cancel')}
              </Button>
            </span>
          ) : (
            rights.create && t('vconnect:hint')
          )}
        </span>
      </footer>
    </section>
  )
}

interface SignProps {
  readonly dash: string | undefined
  readonly color: string
  readonly text: string
}

/** A cable of the legend. */
function Sign({ dash, color, text }: SignProps) {
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden width="28" height="6" viewBox="0 0 28 6">
        <line
          x1="2"
          x2="26"
          y1="3"
          y2="3"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={dash}
          style={{ stroke: color }}
        />
      </svg>
      {text}
    </span>
  )
}

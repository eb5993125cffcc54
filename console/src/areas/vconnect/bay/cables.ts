import type { VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import type { Bay } from '../queries'

/** Heights of the cards, so that cables know where their jacks are. */
export const inputPx = 92
export const gapPx = 14
/** Height of the heading of a destination, with the space above it. */
const headPx = 56
const footPx = 10
export const rowPx = 34
const emptyPx = 24
export const jackStepPx = 16

/** How a cable looks. */
export type CableLook = 'carrying' | 'failing' | 'still'

export interface Cable {
  readonly connect: VconnectConnect
  readonly input: VconnectInput
  readonly destination: VconnectDestination
  readonly color: string
  readonly look: CableLook
  /** Heights of its jacks. */
  readonly fromPx: number
  readonly toPx: number
}

export interface DestinationPlace {
  readonly destination: VconnectDestination
  readonly topPx: number
  readonly heightPx: number
}

export interface BayPlan {
  readonly cables: readonly Cable[]
  readonly destinations: readonly DestinationPlace[]
  readonly heightPx: number
}

/** Color of an input and its cables. */
export function colorOf(number: number): string {
  return `var(--c${(number % 20) + 1})`
}

export function lookOf({ enabled, state }: Pick<VconnectConnect, 'enabled' | 'state'>): CableLook {
  if (!enabled) return 'still'
  if (state === 'sending') return 'carrying'
  return state === 'failing' ? 'failing' : 'still'
}

/** Places destinations and cables. Cards never move by themselves, so inputs and destinations keep their order. */
export function planBay({ inputs, destinations, connects }: Bay): BayPlan {
  const places: DestinationPlace[] = []
  let topPx = 0
  for (const destination of destinations) {
    const rows = connects.filter(({ destinationId }) => destinationId === destination.id).length
    const heightPx = headPx + (rows === 0 ? emptyPx : rows * rowPx) + footPx
    places.push({ destination, topPx, heightPx })
    topPx += heightPx + gapPx
  }
  const cables = connects.flatMap((connect): Cable[] => {
    const number = inputs.findIndex(({ id }) => id === connect.inputId)
    const input = inputs[number]
    const place = places.find(({ destination }) => destination.id === connect.destinationId)
    if (input === undefined || place === undefined) return []
    const out = connects.filter(({ inputId }) => inputId === connect.inputId)
    const into = connects.filter(({ destinationId }) => destinationId === connect.destinationId)
    const stepPx = jackStep(out.length)
    const middlePx = number * (inputPx + gapPx) + inputPx / 2
    return [
      {
        connect,
        input,
        destination: place.destination,
        color: colorOf(number),
        look: lookOf(connect),
        fromPx: middlePx + (out.indexOf(connect) - (out.length - 1) / 2) * stepPx,
        toPx: place.topPx + headPx + into.indexOf(connect) * rowPx + rowPx / 2,
      },
    ]
  })
  return {
    cables,
    destinations: places,
    heightPx: Math.max(topPx, inputs.length * (inputPx + gapPx)) - gapPx,
  }
}

/** Distance of the jacks of an input. */
export function jackStep(count: number): number {
  return Math.min(jackStepPx, (inputPx - 24) / Math.max(1, count - 1))
}

/** The curve of a cable. Both ends leave their jacks horizontally. @param toPercent where it ends */
export function cablePath(fromPx: number, toPx: number, toPercent = 100): string {
  const pull = toPercent * 0.46
  return `M0,${fromPx} C${pull},${fromPx} ${toPercent - pull},${toPx} ${toPercent},${toPx}`
}

import type { VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import { expect, it } from 'vitest'
import { cablePath, gapPx, inputPx, lookOf, planBay } from './cables'

const input = (id: string) => ({ id }) as VconnectInput
const destination = (id: string) => ({ id }) as VconnectDestination
const connect = (inputId: string, destinationId: string) =>
  ({
    id: `${inputId}${destinationId}`,
    inputId,
    destinationId,
    enabled: true,
    state: 'sending',
  }) as VconnectConnect

it('gives each cable a jack of its own', () => {
  const { cables, destinations, heightPx } = planBay({
    inputs: [input('a'), input('b')],
    destinations: [destination('x'), destination('y'), destination('z')],
    connects: [connect('a', 'x'), connect('a', 'y'), connect('b', 'y')],
  })
  expect(cables.map(({ fromPx }) => fromPx)).toEqual([38, 54, inputPx + gapPx + inputPx / 2])
  expect(new Set(cables.map(({ toPx }) => toPx)).size).toBe(3)
  for (const { toPx, destination: to } of cables) {
    const place = destinations.find((each) => each.destination.id === to.id)
    expect(toPx).toBeGreaterThan(place?.topPx ?? 0)
    expect(toPx).toBeLessThan((place?.topPx ?? 0) + (place?.heightPx ?? 0))
  }
  expect(new Set(cables.map(({ color }) => color)).size).toBe(2)
  expect(heightPx).toBeGreaterThan(2 * inputPx)
})

it('looks as its connect is', () => {
  expect(lookOf({ enabled: true, state: 'sending' })).toBe('carrying')
  expect(lookOf({ enabled: true, state: 'failing' })).toBe('failing')
  expect(lookOf({ enabled: false, state: 'failing' })).toBe('still')
  expect(lookOf({ enabled: true, state: 'idle' })).toBe('still')
})

it('leaves its jacks horizontally', () => {
  expect(cablePath(10, 50)).toBe('M0,10 C46,10 54,50 100,50')
})

import { expect, it } from 'vitest'
import { areas } from '../../areas.gen'

it('gives each keyboard shortcut one meaning', () => {
  const entries = areas.flatMap(({ nav = [], commands = [] }) => [...nav, ...commands])
  const keys = entries.flatMap(({ keys: own }) => own ?? [])
  expect(keys.filter((one, index) => keys.indexOf(one) !== index)).toEqual([])
})

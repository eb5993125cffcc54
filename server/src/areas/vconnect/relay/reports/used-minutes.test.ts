import { expect, it } from 'vitest'
import { addUpMinutes } from './used-minutes.ts'

const of = { environmentId: 'environment', fence: 2 }
const at = (seconds: number) => new Date(1_700_000_040_000 + seconds * 1000)

it('records a minute of a connect when it is over, and the rest at the end', () => {
  const minutes = addUpMinutes()
  const used = (usedMs: number, usedBytes: number) => [{ id: 'connect', usedMs, usedBytes }]
  for (let n = 0; n < 12; n++) expect(minutes.add(of, used(5000, 1000), at(n * 5))).toEqual([])
  const facts = minutes.add(of, used(5000, 1000), at(60))
  expect(facts.map(({ meter, quantity, occurredAt }) => [meter, quantity, occurredAt])).toEqual([
    ['vconnect', 60_000, at(0)],
    ['vconnect-bytes', 12_000, at(0)],
  ])
  expect(minutes.flush(of, ['connect']).map(({ quantity }) => quantity)).toEqual([5000, 1000])
  expect(minutes.flush(of, ['connect'])).toEqual([])
})

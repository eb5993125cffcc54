import { expect, it } from 'vitest'
import { eventGroups, eventTypes } from './vocabularies.ts'

it('each event type is in one group', () => {
  expect(eventGroups.flatMap(({ types }) => types).sort()).toEqual([...eventTypes].sort())
})

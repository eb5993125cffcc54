// Slow: axe examines each screen in two looks, and each is loaded in two more languages.
import { viewEventOf } from '../../../server/src/testing/view-event.ts'
import { address, newPerson, type Person, readySample } from '../support/fixtures.ts'
import { type Screen, testScreens } from '../support/looks.ts'

testScreens('analytics', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const { playbackId } = await readySample(person)
  await watch(playbackId)
  const of = (who: Person, path: string): Screen => ({
    person: who,
    address: `${address}/${who.environmentId}/${path}`,
  })
  return [of(newcomer, 'analytics'), of(person, 'analytics'), of(person, 'analytics?range=last-hour')]
})

async function watch(playbackId: string): Promise<void> {
  const events = Array.from({ length: 40 }, () => viewEventOf(playbackId))
  await fetch(`${address}/beacon/v1/views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sentAt: Date.now(), events }),
  })
}

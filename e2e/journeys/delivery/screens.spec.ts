import { address, newPerson, readySample } from '../support/fixtures.ts'
import { type Screen, testScreens } from '../support/looks.ts'

testScreens('playing', async () => {
  const { playbackId } = await readySample(await newPerson())
  const of = (path: string): Screen => ({
    address: `${address}/${path}/${playbackId}`,
    isDressedAlike: false,
    shown: (page) => page.locator('media-play-button'),
  })
  return [of('watch'), of('embed')]
})

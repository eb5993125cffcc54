// Slow: axe examines each screen, and each is measured in three languages.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { makeClip } from '../../../server/src/testing/clips.ts'
import { address, clientOf, expect, newPerson, readySample } from '../support/fixtures.ts'
import { type Screen, testScreens } from '../support/looks.ts'

testScreens('playing', async () => {
  const person = await newPerson()
  const { playbackId } = await readySample(person)
  const folder = await mkdtemp(join(tmpdir(), 'kinora-audio-'))
  const clip = await makeClip(
    join(folder, 'Evening raga.mp4'),
    '-f',
    'lavfi',
    '-i',
    'aevalsrc=sin(880*t)*abs(sin(t*2)):d=6',
    '-c:a',
    'aac',
  )
  const { id } = await uploadFile(clientOf(person), clip)
  await rm(folder, { recursive: true })
  const audio = await contentWhen(
    clientOf(person),
    id,
    (content) => isSettled(content) && content.waveform !== null,
  )
  const of = (path: string, playback = playbackId): Screen => ({
    address: `${address}/${path}/${playback}`,
    isDressedAlike: false,
    shown: (page) => page.locator('media-play-button'),
  })
  const withMenu = (screen: Screen, menu: string): Screen => ({
    ...screen,
    act: async (page) => {
      const button = page.locator(`.${menu}.menu > button`)
      await expect(button).toBeVisible()
      await button.press('ArrowDown')
    },
    shown: (page) => page.getByRole('menu'),
  })
  return [
    of('watch'),
    of('embed'),
    of('watch', audio.playbackId),
    withMenu(of('watch'), 'quality'),
    withMenu(of('watch'), 'share'),
  ]
})

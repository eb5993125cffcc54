// Slow: it encodes videos and checks their playlists and segments. Other kinds of sources are checked in media/.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { oddClips } from '@kinora/media/testing/hls/test-odd-clips'
import { expectTogether } from '@kinora/media/testing/hls/test-together'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, newOwner, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { patient } from '../../../testing/machine/patience.ts'

/** A source of each plan: repackaged, repackaged from a damaged file, encoded, and audio. */
const odd = oddClips.filter(({ file }) => ['ntsc.mov', 'cut-off.mp4', 'tape.ts', 'radio.mp4'].includes(file))

let kinora: TestKinora
let owner: Client
let folder: string
const ids = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-odd-'))
  kinora = await startTestKinora()
  owner = await newOwner(kinora.url)
  // Uploads all before the first check.
  for (const { what, file, make, spoil } of odd) {
    const path = await makeClip(join(folder, file), ...make)
    await spoil?.(path)
    ids.set(what, (await uploadFile(owner, path)).id)
  }
}, patient(180_000))
afterAll(async () => {
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

it.each(odd)('breaks no rule after $what', { timeout: patient(120_000) }, async ({ what, beats }) => {
  const { status, error, urls, renditions } = await contentWhen(owner, ids.get(what) ?? '', isSettled)
  expect({ status, error }).toEqual({ status: 'ready', error: null })
  expect(renditions.filter((rendition) => rendition.status !== 'ready')).toEqual([])
  const checked = await checkHls(urls.hls, folder)
  expect(checked.faults).toEqual([])
  if (beats !== undefined) await expectTogether(checked, beats)
})

it('keeps subtitles in sync with the video', { timeout: patient(120_000) }, async () => {
  const params = { id: ids.get('29.97 frames a second') ?? '' }
  const { id, urls } = await contentWhen(owner, params.id, isSettled)
  const text = 'WEBVTT\n\n00:01.000 --> 00:05.500\nBefore a border and after it'
  const made = await owner.call('createSubtitle', {
    params,
    body: { name: 'English', languageCode: 'en', text },
  })
  await owner.call('publishSubtitles', {
    params: { id },
    body: { draftsToPublish: [made.id], subtitlesToDelete: [] },
  })
  await eventually(async () => expect(await (await fetch(urls.hls)).text()).toContain('TYPE=SUBTITLES'))
  const checked = await checkHls(urls.hls, folder)
  expect(checked.faults).toEqual([])
  expect(checked.subtitles).toHaveLength(1)
})

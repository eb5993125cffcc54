import { join } from 'node:path'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { makeClip } from '../../../server/src/testing/clips.ts'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { address, clientOf, expect, newPerson, readySample, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

const lines = [
  'why does the new bridge over the river cost forty million this year',
  'the bridge carries trains and the trains will cross the river each day',
  'the engineers say that the river will be safe for the trains and the ships',
  'thank you all for coming to the opening of the new bridge today',
]

/** A talk with a second of silence after each line. */
function talkArgs(): string[] {
  const inputs = lines.flatMap((text) => ['-f', 'lavfi', '-i', `flite=voice=slt:text='${text}'`])
  const spoken = lines.map((_, n) => `[${n + 1}]aresample=16000,apad=pad_dur=1[s${n}]`).join(';')
  const joined = `${lines.map((_, n) => `[s${n}]`).join('')}concat=n=${lines.length}:v=0:a=1[a]`
  const encoding = '-map 0:v -map [a] -shortest -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'
  return '-f lavfi -i testsrc2=s=160x90:r=10'
    .split(' ')
    .concat(inputs, '-filter_complex', `${spoken};${joined}`, encoding.split(' '))
}

test('a part of a talk is suggested, made a highlight, and published as a video', async ({
  page,
  folder,
}) => {
  test.setTimeout(patient(120_000))
  const person = await newPerson()
  const owner = clientOf(person)
  const { id } = await uploadFile(owner, await makeClip(join(folder, 'talk.mp4'), ...talkArgs()))
  await contentWhen(owner, id, isSettled)
  await owner.call('analyzeContent', { params: { id }, body: {} })
  const isOver = async () =>
    (await owner.call('getAnalysis', { params: { id } })).parts.every(({ endedAt }) => endedAt !== null)
  await expect.poll(isOver, { timeout: patient(60_000) }).toBe(true)

  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/videos/${id}/ai-clips`)
  await page.getByRole('button', { name: 'Length' }).click()
  await page.getByRole('option', { name: 'About 15 s' }).click()
  await page.getByRole('button', { name: 'Suggest clips' }).click()
  const rows = page.getByRole('list', { name: 'AI clips' }).locator('> li')
  await expect(rows.first().getByText(/^Strength \d+ of 100$/)).toBeVisible()

  // Its span plays, and ends with the clip.
  const [clip] = (await owner.call('listAiClips', { params: { id }, query: {} })).items
  if (clip === undefined) throw new Error('no clip was suggested')
  const video = page.locator('video')
  await rows
    .first()
    .getByRole('button', { name: /^Play / })
    .click()
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime))
    .toBeGreaterThan(clip.start)
  await video.evaluate((it: HTMLVideoElement, time) => {
    it.currentTime = time
  }, clip.end - 0.5)
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.paused)).toBe(true)
  expect(await video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeLessThan(clip.end + 0.6)

  await rows.first().getByRole('button', { name: 'Highlight' }).click()
  await page.getByRole('radio', { name: 'Highlights 1' }).click()
  await rows.first().getByRole('button', { name: 'Publish' }).click()
  await rows.first().getByRole('link', { name: 'Open video' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  const published = page.url().split('/').at(-1) ?? ''
  const made = await contentWhen(owner, published, isSettled)
  expect(made).toMatchObject({ status: 'ready', clipOf: { contentId: id } })
  expect(made.duration).toBeCloseTo(clip.end - clip.start, 0)
})

testScreens('the AI clips of a video', async () => {
  const person = await newPerson()
  const { id } = await readySample(person)
  const body = { start: 0, end: 1, title: 'The opening of the bridge' }
  await clientOf(person).call('createAiClip', { params: { id }, body })
  return [{ person, address: `${address}/${person.environmentId}/videos/${id}/ai-clips` }]
})

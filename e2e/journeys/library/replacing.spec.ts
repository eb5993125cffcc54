import { join } from 'node:path'
import { h264, makeClip } from '../../../server/src/testing/clips.ts'
import { choose } from '../support/actions.ts'
import { address, expect, readyClip, test } from '../support/fixtures.ts'

test("a video's file is replaced and its links stay, and an invalid file changes nothing", async ({
  page,
  person,
  folder,
}) => {
  const { id, playbackId } = await readyClip(person)
  const audioInput = ['-f', 'lavfi', '-i', 'sine=d=4', '-c:a', 'aac']
  const videoInput = ['-f', 'lavfi', '-i', 'testsrc=s=426x240:r=25:d=4']
  const better = await makeClip(join(folder, 'better cut.mp4'), ...videoInput, ...audioInput, ...h264)
  const bad = join(folder, 'not a video.mp4')
  await makeClip(bad, '-f', 'lavfi', '-i', 'color=d=1:s=64x64', '-f', 'rawvideo')
  const length = async () => Number((await person.call('GET', `/video/api/v1/contents/${id}`)).duration)
  const replaceWith = async (file: string) => {
    await choose(page.getByRole('button', { name: /^Actions for/ }).first(), 'Replace file…')
    const dialog = page.getByRole('dialog', { name: /^Replace the file of/ })
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Replace the file' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await page.goto(`${person.videos}/${id}`)
  await replaceWith(bad)
  await expect(page.getByText(/“not a video.mp4” could not replace the file/)).toBeVisible()
  await expect(page.getByText('Viewers keep watching the current version.')).toBeVisible()
  expect(await length()).toBeCloseTo(6, 0)
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(page.getByText(/could not replace the file/)).toHaveCount(0)

  await replaceWith(better)
  await expect(page.getByText(/to replace the file/)).toBeVisible()
  await expect(page.getByText(/to replace the file/)).toHaveCount(0)
  expect(await length()).toBeCloseTo(4, 0)
  await page.goto(`${address}/embed/${playbackId}`)
  const video = page.locator('video').first()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration))).toBe(4)
})

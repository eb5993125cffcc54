// Slow: an upload is interrupted and resumed, and its video encoded.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { choose } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'

const MIB = 1024 ** 2

/** Runs in the page. Until it is reloaded, only the first two parts are sent. Playwright's routes would read the bytes of all parts,
 * which takes minutes. */
function holdThirdPart(): void {
  if (origin === 'null' || sessionStorage.getItem('journey.loaded') !== null) return
  sessionStorage.setItem('journey.loaded', 'yes')
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
    const grant = new URL(url, location.href).searchParams.get('grant') ?? ''
    const part = /"partNumber":(\d+)/.exec(
      atob(grant.replaceAll('-', '+').replaceAll('_', '/').split('.')[0] ?? ''),
    )
    if (Number(part?.[1] ?? 0) >= 3) this.send = () => undefined
    open.call(this, method, url, true)
  }
}

test('an upload continues after a reload when the file is chosen again', async ({ page, person, folder }) => {
  const clip = await makeClip(join(folder, 'long talk.mp4'), ...pattern(4, '320x180'), ...h264, '-c:a', 'aac')
  // A box that players ignore makes the file several parts long.
  const file = await open(clip, 'a')
  const padding = Buffer.alloc(8)
  padding.writeUInt32BE(80 * MIB)
  padding.write('free', 4)
  await file.write(padding)
  await file.write(Buffer.alloc(80 * MIB - 8))
  await file.close()

  let stored = 0
  page.on('response', (response) => {
    if (/\/storage\/part/.test(response.url()) && response.ok()) stored += 1
  })
  await page.addInitScript(holdThirdPart)
  await page.goto(person.videos)
  const chooseFile = async (open: () => Promise<void>) => {
    const chooser = page.waitForEvent('filechooser')
    await open()
    await (await chooser).setFiles(clip)
  }
  await chooseFile(() => page.getByRole('button', { name: 'Choose files' }).click())
  const uploads = async () => {
    const { items } = await person.call('GET', '/video/api/v1/contents/paginated')
    return items as { id: string; status: string; title: string }[]
  }
  await expect.poll(async () => (await uploads()).length).toBe(1)
  await expect(page.getByText('long talk.mp4').first()).toBeVisible()
  await expect.poll(() => stored).toBe(2)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Choose the file again to continue.').first()).toBeVisible()
  await chooseFile(() => choose(page.getByRole('button', { name: 'Upload', exact: true }), 'Choose files'))
  await expect.poll(async () => (await uploads()).map(({ status }) => status)).toEqual(['ready'])
})

test('a file that is not a video is skipped with the message of the specification', async ({
  page,
  person,
  folder,
}) => {
  const notes = join(folder, 'notes.txt')
  const file = await open(notes, 'w')
  await file.write('no video')
  await file.close()
  await page.goto(person.videos)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(notes)
  await expect(page.getByText('Select a video in a supported format').first()).toBeVisible()
})

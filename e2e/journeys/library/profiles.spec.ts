// Slow: a minute of video is encoded, encoded again and stopped, and encoded again.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { h264, makeClip, pattern, testCard } from '../../../server/src/testing/clips.ts'
import { choose, openMenu } from '../support/actions.ts'
import { clientOf, expect, expectPlaying, test } from '../support/fixtures.ts'

test('an encoding profile is created, becomes the default, and is used for an upload and a re-encoding', async ({
  page,
  person,
  folder,
}) => {
  await page.goto(`${person.settings}/encoding-profiles`)
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Standard' })).toContainText('Default')
  await page.getByRole('button', { name: 'New profile' }).click()
  await expect(page).toHaveURL(/encoding-profiles\/new$/)
  const form = page.getByRole('main')
  const submit = form.getByRole('button', { name: 'Create profile' })
  await expect(form.getByRole('checkbox', { name: 'H.264' })).toBeDisabled()
  await expect(form.getByText('At most 20 GB per hour of video', { exact: true })).toBeVisible()

  // Keeps one of the seven sizes of the built-in profile and adds another.
  for (const size of ['2160p', '1440p', '1080p', '720p', '480p', '360p'])
    await form.getByRole('button', { name: `Remove ${size}` }).click()
  const lines = form.getByRole('textbox', { name: 'Shorter side, px' })
  await lines.fill('100')
  await submit.click()
  await expect(form.getByText('This field is required')).toBeVisible()
  await expect(form.getByText('Enter 144 to 2160 pixels')).toBeVisible()
  await lines.fill('180')
  await form.getByRole('button', { name: 'Add a rendition' }).click()
  await expect(lines.last()).toHaveValue('240')
  // Rungs stay in order of their size.
  await lines.last().fill('144')
  await form.getByRole('textbox', { name: 'Name' }).fill('Small screens')
  await expect(lines.first()).toHaveValue('144')
  await form.getByRole('slider', { name: 'Renditions in the chart' }).focus()
  await expect(form.getByText('144p, H.264')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(form.getByText('180p, H.264')).toBeVisible()
  await form.getByRole('radio', { name: 'Table' }).click()
  await expect(form.getByRole('table', { name: 'Bitrate ladder' }).getByRole('row')).toHaveCount(3)

  const logo = await makeClip(join(folder, 'logo.png'), ...testCard('120x60'))
  await form.locator('input[type=file]').setInputFiles(logo)
  await expect(form.getByRole('img', { name: 'Watermark preview' })).toBeVisible()
  await page.getByRole('link', { name: 'Encoding Profiles' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await submit.click()
  const made = rows.filter({ hasText: 'Small screens' })
  await expect(made).toContainText('144p – 180p')
  await expect(made).toContainText('Watermark')

  // The page of the profile keeps its watermark.
  await made.getByRole('link', { name: 'Small screens' }).click()
  await expect(form.getByRole('img', { name: 'Watermark preview' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Max. kbit/s' }).last().fill('400')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Small screens” saved.')).toBeVisible()
  await form.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click()

  await choose(made.getByRole('button', { name: 'Actions for Small screens' }), 'Make default')
  await expect(made).toContainText('Default')
  await made.getByRole('button', { name: 'Actions for Small screens' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The profile is chosen before an upload. A deleted profile falls back to the default.
  const profileToDelete = await clientOf(person).call('createEncodingProfile', {
    body: {
      name: 'Doomed',
      codecs: ['h264'],
      rungs: [{ lines: 240, maxKbps: 400 }],
      maxFrameRate: 30,
      audio: { kbps: 64, channels: 'source', loudness: null },
      watermark: null,
      keepsOriginal: true,
      perTitle: false,
    },
  })
  await page.goto(person.videos)
  const encoding = page.getByRole('button', { name: /Encoding profile of new uploads/ })
  await expect(encoding).toContainText(/Default \(.Small screens.\)/)
  await encoding.click()
  await page.getByRole('option', { name: 'Standard', exact: true }).click()
  const reels = join(folder, 'reels')
  await mkdir(reels)
  const intro = await makeClip(join(folder, 'Intro.mp4'), ...pattern(1, '320x180'), ...h264)
  // Long enough to stop the encoding while it runs.
  await makeClip(join(reels, 'Bulletin.mp4'), ...pattern(60, '320x180'), ...h264, '-c:a', 'aac')
  const first = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await first).setFiles(intro)
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const profiles = await openMenu(upload)
  await expect(profiles.getByRole('menuitemradio', { name: 'Standard' })).toBeChecked()
  await choose(upload, 'Doomed', { role: 'menuitemradio' })
  await clientOf(person).call('deleteEncodingProfile', { params: { id: profileToDelete.id } })
  const second = page.waitForEvent('filechooser')
  await choose(upload, 'Choose a folder')
  await (await second).setFiles(reels)
  const madeWith = async () => {
    const { items } = await clientOf(person).call('listContents', { query: { sort: 'title' } })
    return items.map(({ title, encodingProfile }) => [title, encodingProfile.name])
  }
  await expect.poll(madeWith).toEqual([
    ['Bulletin', 'Small screens'],
    ['Intro', 'Standard'],
  ])
  const video = page.getByRole('row').filter({ hasText: 'Bulletin' })
  await expect(video).toContainText('Ready')
  await video.getByRole('link', { name: 'Bulletin' }).first().click()
  const renditions = page.getByRole('row')
  await expect(renditions.filter({ hasText: 'Ready' })).toHaveCount(3)
  await expect(renditions.filter({ hasText: '144p' })).toHaveCount(1)
  await expect(page.getByText('Small screens')).toBeVisible()

  // Playback continues while the video is encoded again.
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await choose(page.getByRole('button', { name: 'Actions for Bulletin' }).first(), 'Re-encode')
  const question = page.getByRole('dialog', { name: 'Re-encode “Bulletin”?' })
  await expect(question.getByText('Current profile: Small screens')).toBeVisible()
  await question.getByRole('button', { name: /Encoding profile/ }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await question.getByRole('button', { name: 'Re-encode' }).click()
  await page.getByRole('button', { name: 'Stop re-encoding' }).click()
  const stop = page.getByRole('alertdialog', { name: 'Stop re-encoding “Bulletin”?' })
  await stop.getByRole('button', { name: 'Stop re-encoding' }).click()
  await expect(page.getByText('Re-encoding stopped')).toBeVisible()
  await expect(page.getByText('Re-encoding with')).toHaveCount(0)
  await expect(renditions.filter({ hasText: '144p' })).toHaveCount(1)

  await choose(page.getByRole('button', { name: 'Actions for Bulletin' }).first(), 'Re-encode')
  await question.getByRole('button', { name: /Encoding profile/ }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await question.getByRole('button', { name: 'Re-encode' }).click()
  await expect(renditions.filter({ hasText: '240p' })).toHaveCount(1)
  await expect(renditions.filter({ hasText: '144p' })).toHaveCount(0)
  await expect(page.getByText('Re-encoding with')).toHaveCount(0)
})

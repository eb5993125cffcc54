// Slow: starts a Kinora of its own, whose YouTube is a server of the test.
import { client, contentWhen, isSettled, newOwner, uploadFile } from '../../../server/src/testing/client.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { openYoutubeServer, type YoutubeServer } from '../../../server/src/testing/social/youtube-server.ts'
import { type Server, startKinora } from '../../server.ts'
import { expect, test } from '../support/fixtures.ts'

let youtube: YoutubeServer
let kinora: Server

// One Kinora for all of them.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  youtube = await openYoutubeServer()
  kinora = await startKinora({ SOCIAL_URLS: `youtube=${youtube.url}` })
})
test.afterAll(async () => {
  await kinora.stop()
  await youtube.end()
})

test('a channel is connected, and a video is on it exactly once', async ({ page }, info) => {
  const owner = await newOwner(kinora.url)
  const clip = await makeClip(info.outputPath('clip.mp4'), ...pattern(2, '320x180'), ...h264, '-c:a', 'aac')
  const { id } = await uploadFile(owner, clip, 'Evening bulletin.mp4')
  await contentWhen(owner, id, isSettled)
  const at = (place: string) => `${kinora.url}/${owner.environmentId}/${place}`
  await page.goto(`${kinora.url}/signin`)
  await page.evaluate((token) => localStorage.setItem('kinora.session.token', token ?? ''), owner.token)

  await page.goto(at(`videos/${id}/social-publish`))
  await expect(page.getByText('No account is connected')).toBeVisible()
  await page.getByRole('link', { name: 'Social Media Accounts' }).click()
  await expect(page.getByText('YouTube is not set up.')).toBeVisible()
  youtube.redirectUri = `${kinora.url}/social/callback`
  await expect(page.getByText(youtube.redirectUri).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enter YouTube app' }).click()
  const app = page.getByRole('dialog', { name: 'Enter app of YouTube' })
  await app.getByLabel('Client ID').fill(youtube.clientId)
  await app.getByLabel('Client secret').fill(youtube.clientSecret)
  await app.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Connect YouTube account' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  const accounts = page.getByRole('grid', { name: 'Accounts' })
  await expect(accounts.getByText('Deccan News')).toBeVisible()
  // The code is no longer in the address.
  expect(page.url()).not.toContain('code')

  await page.goto(at(`videos/${id}/social-publish`))
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New post' })
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('The rain is three days early.')
  await dialog.getByRole('button', { name: 'Post now' }).click()
  const row = page
    .getByRole('grid', { name: 'Posts' })
    .getByRole('row')
    .filter({ hasText: 'Evening bulletin' })
  await expect(row).toContainText('Published')
  const [video] = youtube.videos
  await expect(row.getByRole('link', { name: 'Open at YouTube' })).toHaveAttribute(
    'href',
    `https://www.youtube.com/watch?v=${video?.id}`,
  )
  expect(youtube.videos).toMatchObject([
    { title: 'Evening bulletin', description: 'The rain is three days early.', privacy: 'private' },
  ])
  expect(youtube.violations).toEqual([])

  await page.goto(at('social-publish'))
  const all = page.getByRole('grid', { name: 'Posts' }).getByRole('row')
  await expect(all.filter({ hasText: 'Evening bulletin' })).toContainText('Published')
})

test('a connection that was not begun here is refused', async ({ page }) => {
  const owner = await newOwner(kinora.url)
  await page.goto(`${kinora.url}/signin`)
  await page.evaluate((token) => localStorage.setItem('kinora.session.token', token ?? ''), owner.token)
  await page.goto(`${kinora.url}/social/callback?state=${owner.environmentId}.invented&code=4/stolen`)
  await expect(page.getByRole('heading', { name: 'The account was not connected' })).toBeVisible()
  await expect(page.getByText(/was not begun here/)).toBeVisible()
  expect(page.url()).not.toContain('stolen')
  const { items } = await client(kinora.url, owner.token, owner.organizationId, owner.environmentId).call(
    'listSocialAccounts',
    {},
  )
  expect(items).toEqual([])
})

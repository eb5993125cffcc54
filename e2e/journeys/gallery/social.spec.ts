import { expectAccessible } from '../support/accessibility.ts'
import { choose, toggle } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('accounts are listed with their states, and the redirect URI is there to copy', async ({
  page,
  screens,
}) => {
  await screens.show('social/accounts')
  const rows = page.getByRole('grid', { name: 'Accounts' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Deccan News' })).toContainText('Connected')
  await expect(rows.filter({ hasText: 'Deccan Sport' })).toContainText('The network has ended the access')
  await expect(rows.filter({ hasText: 'Ananya Rao' })).toContainText('The network ends the access on')
  await expect(page.getByText('https://video.deccan.example/social/callback').first()).toBeVisible()
  await expectAccessible(page)
})

test('a network is set up, and an account is disconnected with its posts', async ({ page, screens }) => {
  await screens.show('social/not set up')
  await expect(page.getByText('YouTube is not set up.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect YouTube account' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Enter YouTube app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter app of YouTube' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByLabel('Client ID').fill('kinora.apps.example')
  await dialog.getByLabel('Client secret').fill('secret')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Connect YouTube account' })).toBeVisible()
  expect(screens.sent('setSocialApp')).toEqual([
    { clientId: 'kinora.apps.example', clientSecret: 'secret', isAudited: false },
  ])
  await choose(page.getByRole('button', { name: 'Actions for “Deccan News”' }), 'Check')
  await expect(page.getByText(/Deccan News.? works/)).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions for “Deccan News”' }), 'Disconnect')
  await expect(page.getByText('2 posts that wait or are under way are canceled.')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Accounts' }).getByText('Deccan News')).toHaveCount(0)
})

test('screens of accounts say what is missing', async ({ page, screens }) => {
  await screens.show('social/nothing connected')
  await expect(page.getByText('No account is connected')).toBeVisible()
  await page.getByText('How to set up YouTube').click()
  await expect(page.getByText(/Create an OAuth client/)).toBeVisible()
  await page.getByText('How to set up TikTok').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('it takes private posts only')).toBeVisible()
  await expectAccessible(page)
  await screens.show('social/accounts that do not load')
  await expect(page.getByText('The accounts did not load').first()).toBeVisible()
})

test('posts of all videos are listed with their states', async ({ page, screens }) => {
  await screens.show('social/posts')
  const row = (name: string) =>
    page.getByRole('grid', { name: 'Posts' }).getByRole('row').filter({ hasText: name })
  await expect(row('Parade')).toContainText('Uploading, 42%')
  await expect(row('Debate')).toContainText('invalidTitle')
  await expect(row('Goal')).toContainText('Waits until')
  await expect(row('Monsoon')).toContainText('Captions were not sent: Telugu')
  await expect(row('Monsoon').getByRole('link', { name: 'Open at YouTube' })).toHaveAttribute(
    'href',
    /aqz-KE-bpKQ/,
  )
  await expectAccessible(page)
  await screens.show('social/no posts')
  await expect(page.getByText('No posts yet')).toBeVisible()
  await screens.show('social/no accounts')
  await expect(page.getByText('No account is connected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New post' })).toHaveCount(0)
  await screens.show('social/posts without the right')
  await expect(page.getByRole('grid')).toHaveCount(0)
})

test('a calendar marks the posts of a month, and lists those of a day', async ({ page, screens }) => {
  await screens.show('social/calendar')
  const days = page.getByRole('grid', { name: /^Posts by day/ })
  await expect(days.getByRole('button', { name: /20 November 2036/ })).toContainText('+4')
  const rows = page.getByRole('grid', { name: 'Posts', exact: true }).getByRole('row')
  await expect(rows.filter({ hasText: 'Parade' })).toContainText('Uploading, 42%')
  await expectAccessible(page)
  await days.getByRole('button', { name: /20 November 2036/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/day=2036-11-21/)
  await expect(rows.filter({ hasText: 'Evening bulletin' })).toBeVisible()
  await expect(rows.filter({ hasText: 'Parade' })).toHaveCount(0)
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New post' })
  await expect(dialog.getByRole('group', { name: 'Time of the post' })).toContainText('2036')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next month' }).click()
  await days.getByRole('button', { name: / 1 December 2036/ }).click()
  await expect(page.getByText('No post on this day')).toBeVisible()
  // Back is in another month.
  await page.goBack()
  await expect(days.getByRole('button', { name: /20 November 2036/ })).toBeVisible()
  await page.goForward()
  await expect(page.getByText('No post on this day')).toBeVisible()
  await page.getByRole('button', { name: 'Show all posts' }).click()
  await expect(rows.filter({ hasText: 'Parade' })).toBeVisible()
})

test('a post is written, with the limits of the network as warnings', async ({ page, screens }) => {
  await screens.show('social/posts of a video')
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New post' })
  await dialog.getByLabel('Title', { exact: true }).fill(`<${'x'.repeat(100)}`)
  await expect(
    dialog.getByText('YouTube takes titles of up to 100 characters; this one has 101.'),
  ).toBeVisible()
  await expect(dialog.getByText('YouTube refuses these characters: <')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Title', { exact: true }).fill('Evening rain')
  await expect(dialog.getByText(/YouTube takes titles/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(page.getByRole('grid', { name: 'Posts' }).getByText('Evening rain')).toBeVisible()
  expect(screens.sent('createSocialPosts')).toMatchObject([
    { posts: [{ title: 'Evening rain', privacy: 'private', publishAt: null, isDraft: false }] },
  ])
})

test('a video is posted to several accounts, with another text for a network', async ({ page, screens }) => {
  await screens.show('social/posts of a video')
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New post' })
  await dialog.getByLabel('LinkedIn Ananya Rao').press('Space')
  await dialog.getByLabel('Send the poster of the video as its thumbnail').press('Space')
  await dialog.getByLabel('Own text for LinkedIn').press('Space')
  await dialog.getByLabel('Title', { exact: true }).fill('Evening rain')
  await dialog.getByLabel('Text at LinkedIn').fill('x'.repeat(3001))
  const part = dialog.getByRole('region', { name: 'LinkedIn' })
  await expect(part.getByText('LinkedIn takes texts of up to 3,000 characters')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Text at LinkedIn').fill('Three days early.')
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(page.getByText('The posts are on their way')).toBeVisible()
  expect(screens.sent('createSocialPosts')).toMatchObject([
    {
      posts: [
        { title: 'Evening rain', privacy: 'private', withThumbnail: true },
        { text: 'Three days early.', privacy: 'public', withThumbnail: false },
      ],
    },
  ])
})

test('a person decides about a post whose result is unknown', async ({ page, screens }) => {
  await screens.show('social/posts of a video')
  const row = page.getByRole('grid', { name: 'Posts' }).getByRole('row').filter({ hasText: 'Temple walk' })
  await expect(row).toContainText('Result unknown')
  const menu = page.getByRole('button', { name: 'Actions for “Temple walk”' })
  await choose(menu, 'Publish again')
  await expect(page.getByText('it will be there twice')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await choose(menu, 'It is there: enter its address')
  const dialog = page.getByRole('dialog', { name: 'Address of the post' })
  await dialog.getByLabel('Address').fill('https://youtu.be/aqz-KE-bpKQ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Published')
  await screens.show('social/posts of a video for a viewer')
  await expect(page.getByRole('grid', { name: 'Posts' }).getByText('Temple walk')).toBeVisible()
  await expect(page.getByRole('button', { name: /New post|“Temple walk”/ })).toHaveCount(0)
  await screens.show('social/a video without accounts')
  await expect(page.getByText('No account is connected')).toBeVisible()
})

test('selected videos are posted together, but for those that are not ready', async ({ page, screens }) => {
  await screens.show('social/videos that can be posted together')
  await toggle(page.getByRole('checkbox', { name: 'Select all' }))
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Post', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Post to social networks' })
  await expect(dialog.getByText('Videos that are not ready are left out: 1.')).toBeVisible()
  await toggle(dialog.getByRole('checkbox', { name: 'Deccan Sport' }))
  await expect(dialog.getByText('must be connected again')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(dialog).toBeHidden()
  const [{ posts } = { posts: [] }] = screens.sent('createSocialPosts') as { posts: { title: string }[] }[]
  expect(
    posts
      .map(({ title }) => title)
      .toSorted()
      .filter((title) => title === 'Weather'),
  ).toHaveLength(2)
  expect(posts).toHaveLength(4)
  await screens.show('social/videos without accounts')
  await toggle(page.getByRole('checkbox', { name: 'Select Weather' }))
  await bar.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog.getByRole('link', { name: /accounts/i })).toBeVisible()
  await expectAccessible(page)
})

import { expect, readySample, test } from '../support/fixtures.ts'

const attack = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}`

test('text that people type is shown as text everywhere', async ({ page, person, context }) => {
  const { id, playbackId } = await readySample(person)
  await person.call('PUT', `/video/api/v1/contents/${id}`, {
    title: attack,
    description: attack,
    tags: [attack.replaceAll(',', '')],
  })
  await person.call('POST', '/video/api/v1/uploads', {
    fileName: `${attack.replaceAll('/', '')}.mp4`,
    fileSize: 5,
  })
  await person.call('POST', '/services/api/v1/environments', {
    organizationId: await organizationOf(person),
    name: `x ${attack}`.slice(0, 100).trim(),
    type: 'qa',
  })
  const pages = [person.videos, `${person.videos}/${id}`, person.videos.replace(/videos$/, 'environments')]
  for (const address of pages) {
    await page.goto(address)
    await expect(page.getByText('onerror').first()).toBeVisible()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  }
  const viewer = await context.newPage()
  await viewer.goto(`${new URL(person.videos).origin}/embed/${playbackId}`)
  await expect(viewer.locator('media-play-button')).toBeVisible()
  expect(await viewer.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await viewer.title()).toBe(attack)
})

async function organizationOf(person: {
  call(method: string, path: string): Promise<Record<string, unknown>>
}) {
  const { organizations } = await person.call('GET', '/services/api/v1/users/me')
  return (organizations as { id: string }[])[0]?.id
}
